"""Lists of names as schools and clubs write them: files of programs, and what people paste."""

from typing import NamedTuple

import pytest

from games.tournaments import list_files, lists
from games.tournaments.lists import Line, TooLong
from tests.each import each


class Written(NamedTuple):
    """A list, and the names that it holds."""

    text: str
    names: list[str]
    encoding: str = "utf-8"
    language: str = "en"


ANNA = ["Anna Müller", "Ben Şahin", "Zoë Groß"]
WRITTEN = {
    "German school program, cp1252": Written(
        "Nr;Nachname;Vorname;Klasse;Geburtsdatum\r\n1;Müller;Anna;7b;03.05.2013\r\n"
        "2;Weiß;Jörg;7b;11.12.2012\r\n3;van der Berg;Ida;7b;01.01.2013\r\n",
        ["Anna Müller", "Jörg Weiß", "Ida van der Berg"],
        "cp1252",
    ),
    "the same without a heading": Written(
        "1;Müller;Anna;w;7b\n2;Weiß;Jörg;m;7b\n3;Berg;Ida;w;7b\n4;Lohr;Max;m;7b\n",
        ["Anna Müller", "Jörg Weiß", "Ida Berg", "Max Lohr"],
    ),
    "Excel, with its separator": Written(
        '"sep=;"\r\nName;Vorname\r\nMüller;Anna\r\nŞahin;Ben\r\nGroß;Zoë\r\n', ANNA, "utf-8-sig"
    ),
    "surname first, one a line": Written("Müller, Anna\nŞahin, Ben\nGroß, Zoë", ANNA),
    "the same in quotes, with a class": Written(
        '"Müller, Anna";7b\n"Şahin, Ben";7b\n"Groß, Zoë";7b', ANNA
    ),
    "numbered": Written("Klasse 7b:\n\n1. Anna Müller\n2. Ben Şahin\n10. Zoë Groß", ANNA),
    "numbered, surname first": Written("1) Müller, Anna\n2) Şahin, Ben\n3) Groß, Zoë", ANNA),
    "numbers alone": Written("01 Anna Müller\n02 Ben Şahin\n03 Zoë Groß", ANNA),
    "dashes": Written("- Anna Müller\n– Ben Şahin\n-Zoë Groß", ANNA),
    "a numbered list of a word processor": Written(
        "1.\tAnna Müller\n2.\tBen Şahin\n3.\tZoë Groß", ANNA
    ),
    "bullets": Written("•\tAnna Müller\n•\tBen Şahin\n• Zoë Groß", ANNA),
    "all in one line": Written("Anna Müller, Ben Şahin, Zoë Groß", ANNA),
    "all in one line, numbered": Written("1. Anna Müller; 2. Ben Şahin; 3. Zoë Groß;", ANNA),
    "two in one line": Written("Anna, Ben", ["Anna", "Ben"]),
    "several in each line": Written(
        "Ada, Bo, Cem, Dana,\nEli, Fay, Gus, Hana,\nIda, Jo",
        ["Ada", "Bo", "Cem", "Dana", "Eli", "Fay", "Gus", "Hana", "Ida", "Jo"],
    ),
    "cells of a spreadsheet": Written(
        "Surname\tFirst name\tForm\nSmith\tJohn\t9B\nO’Neil\tMary Ann\t9B\n",
        ["John Smith", "Mary Ann O’Neil"],
    ),
    "a learning platform": Written(
        "First Name,Last Name,Email Address\nJohn,Smith,j.smith@school.example\n"
        'Mary,"St. John, Jr.",m@school.example\n',
        ["John Smith", "Mary St. John, Jr."],
    ),
    "a title above the heading": Written(
        "Schuljahr 2026/27;;\n;;\nSchüler;Klasse;Geb.\nAnna Müller;7b;1.2.2013\n", ["Anna Müller"]
    ),
    "French": Written(
        "Nom;Prénom;Né(e) le\r\nDUPONT;Chloé;12/04/2012\r\nLE GOFF;Noël;02/09/2012\r\n",
        ["Chloé DUPONT", "Noël LE GOFF"],
        "cp1252",
        "fr",
    ),
    "Spanish": Written(
        "N.º,Apellidos,Nombre\n1,García López,María José\n2,Núñez,Íñigo\n",
        ["María José García López", "Íñigo Núñez"],
    ),
    "Italian": Written("Cognome;Nome\nDe' Medici;Niccolò\n", ["Niccolò De' Medici"]),
    "Polish Excel": Written(
        "Lp.;Nazwisko;Imię\r\n1;Wiśniewska;Łucja\r\n2;Żak;Paweł\r\n",
        ["Łucja Wiśniewska", "Paweł Żak"],
        "cp1250",
        "pl",
    ),
    "Russian Excel": Written(
        "№;Фамилия;Имя\r\n1;Иванова;Анна\r\n2;Щукин;Пётр\r\n",
        ["Анна Иванова", "Пётр Щукин"],
        "cp1251",
        "ru",
    ),
    "Greek": Written("Επώνυμο;Όνομα\nΠαππάς;Νίκος\n", ["Νίκος Παππάς"], "cp1253", "el"),
    "Turkish": Written("Adı;Soyadı\nIşıl;Şahin\n", ["Işıl Şahin"], "cp1254", "tr"),
    "Japanese Excel": Written(
        "番号,姓,名\r\n1,佐々木,翔\r\n2,髙橋,葵\r\n", ["佐々木 翔", "髙橋 葵"], "cp932", "ja"
    ),
    "Chinese": Written(
        "学号\t姓名\n01\t王小明\n02\t李娜\n", ["王小明", "李娜"], "gb18030", "zh-CN"
    ),
    "Hungarian": Written(
        "Vezetéknév;Keresztnév\nŐri;Zsófia\n", ["Őri Zsófia"], "cp1250", "hu"
    ),
    "UTF-16 of Excel": Written("Name\tNote\nAnna\tlate\nBen\t\n", ["Anna", "Ben"], "utf-16"),
}  # fmt: skip


@each(WRITTEN)
def test_a_list_is_read_as_people_write_it(kind):
    written = WRITTEN[kind]
    data = written.text.encode(written.encoding)
    encoding = list_files.likely_encoding(data, written.language)
    names = [line.name for line in lists.read(list_files.decode(data, encoding))]
    assert names == written.names


def test_accounts_addresses_and_notes_have_headings_or_are_known_by_their_signs():
    assert lists.read("Name;Konto;Notiz\nBo;Xaver;late\nIda;;") == [
        Line(2, "Bo", "Xaver", "late"),
        Line(3, "Ida"),
    ]
    addressed = [Line(1, "Anna Müller", "a@example.org", "late"), Line(2, "Ben Groß")]
    assert lists.read("Müller;Anna;a@example.org;late\nGroß;Ben;;") == addressed
    assert lists.read("a@example.org\nBo") == [
        Line(1, "a@example.org"),
        Line(2, "Bo"),
    ]


def choices(text):
    """What each reading makes of the first line that it reads."""
    readings = lists.readings(text)
    assert len({reading.lines for reading in readings}) == len(readings)
    return [" | ".join(filter(None, reading.lines[0][1:])) for reading in readings]


def test_other_readings_are_one_choice_each():
    assert choices("Müller, Anna\nGroß, Ben") == [
        *("Anna Müller", "Müller Anna", "Müller", "Anna"),
        *("Müller | Anna", "Müller", "Müller, Anna"),  # an account; each cell; whole lines
        *("Ben Groß", "Groß Ben", "Groß", "Ben", "Groß | Ben", "Groß", "Groß, Ben"),
    ]
    assert choices("Nr;Nachname;Vorname\n1;Groß;Ben") == [
        *("Ben Groß", "Groß Ben", "Groß", "Ben", "Groß | Ben", "Groß", "1;Groß;Ben"),
        *("Vorname Nachname", "Nachname Vorname", "Nachname", "Vorname", "Nachname | Vorname"),
        *("Nr", "Nr;Nachname;Vorname"),
    ]
    assert choices("Klasse 7b\nAnna\nBen") == ["Klasse 7b", "Anna"]
    assert choices("Anna") == ["Anna"]
    assert choices("01\n02") == ["01", "02"]


def test_what_is_no_name_stays_as_it_is():
    for text in ('=HYPERLINK("x")', "-1+1", "+1", "@SUM(A1)", "3 Musketiere", "7b", "Anne-Marie"):
        assert [line.name for line in lists.read(text)] == [text]
    assert [line.name for line in lists.read("No\nAnna")] == ["No", "Anna"]


def test_a_list_has_an_end():
    for endless in ("x" * 24_001, "x\n" * 301):
        with pytest.raises(TooLong):
            lists.readings(endless)
    assert all(len(reading.lines) == 1 for reading in lists.readings("a," * 301))
    assert lists.readings("") == lists.readings(" \n\n  \n") == []


def test_a_file_of_another_encoding_is_read_in_it():
    data = "Łucja Żak".encode("cp1250")
    assert list_files.likely_encoding(data, "en-GB") == "cp1252"
    texts = list_files.spellings(data)
    assert texts["cp1250"] == "Łucja Żak" and texts["cp1252"] == "£ucja ¯ak"
    assert list_files.spellings("Łucja".encode()) == {}
    assert list_files.is_text(data) and not list_files.is_text(b"PK\x03\x04\0\0")
