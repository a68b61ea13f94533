"""Names: what is refused, and which ones look the same."""

import pytest

from games.accounts.names import BadName, clean_name, fold
from tests.each import each


@each(
    [
        "Alice",
        "Jo",
        "José Ñandú",
        "O'Neill",
        "Anne-Marie",
        "Иван",
        "山田太郎",
        "كريم",
        "مُحَمَّد",
        "علی۵",
        "O\u2019Brien",
        "Anne\u2010Marie",
        "Nguyễn Ánh",
        "Bọ́lá",
        "ก้อย",  # Thai: a vowel and a tone on one letter
        "ปู่",
        "ພູວົງ",
        "မြို့",
        "सिद्धार्थ",
        "रम्ँ",
        "རྒྱལ\u0f0bཔོ",
        "x2",
        "Jo Hunter",
        "佐々木",
        "علی\u200cرضا",  # with a half-space
        "ශ්\u200dරී",  # with a joiner
        "क्\u200dष",
        "Kamehame\u02bbeha",
        "\u02bbIolani",
        "O\u02bbg\u02bbiloy",
        "Лук\u02bcяна",
        "ג\u05f3ורג\u05f3",
        "ג'ורג'",
        "Gal·la",
        "买买提·艾力",
        "ジョン・スミス",
        "J. R. Smith",
        "St. John",
        "J.-P. Roux",
        "Anna M.",
        "Sam Davis Jr.",
        "De' Medici",
        "van 't Hoff",
        "'t Hooft",
    ]
)
def test_it_takes_ordinary_names(name):
    assert clean_name(name) == name


def test_it_tidies_spaces_and_letters_that_no_keyboard_writes():
    assert clean_name("  Ann \t  Bo ") == clean_name("Ａnn　Bo").replace("Ａ", "A") == "Ann Bo"
    assert clean_name("𝐀𝐥𝐢𝐜𝐞") == clean_name("Ⓐlice") == "Alice"
    assert clean_name("Ａｌｉｃｅ") == "Ａｌｉｃｅ"


@each(
    [
        "",
        "a",
        "a" * 21,
        "<b>Bob</b>",
        "Bob&amp;",
        'Bob" onload=',
        "Bob\u202eecilA",  # turns the direction
        "Bo\u200bb",  # zero width
        "Bo\u034fb",  # marks and letters that show nothing
        "Bo\ufe0fb",
        "Bo\u115fb",
        "\u3164\u3164",
        "Bo\u200db",
        "Bo\u200cb",
        "\u200dශ්ර",
        "علی\u200c",
        "علی\u200dرضا",
        "Bo\u02ecb",  # a sign of phoneticians
        "\u02bb12",
        "Bob\x00",
        "Bob\x1b[31m",
        "🂡🂡🂡🂡",
        "Bob 🎉",
        "B" + "o\u0301\u0302\u0303" + "b",  # piled accents
        "123456",
        "-Bob",
        ".Bob",
        "Bob-",
        "Bo--b",
        "Bo  .b",
        "J.. Bob",
        "J. .Bob",
        "Bo''b",
        "½½",
        "Aliсе",  # two letters are Cyrillic
        "Bᴏssy",  # small capitals of a phonetic alphabet
        "Boꜱsy",
        "Bɑbs",
        "Ꭺꭺ",  # Cherokee
        "Bo\u0e48b",  # the tone of another script
        "Bo٥",  # a digit of another script
        "ก\u0e48\u0e48อย",
        "ก\u0301\u0300อย",
        "\ufeffBob",
        "Bob\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    ]
)
def test_it_refuses_what_is_no_name(name):
    with pytest.raises(BadName) as refusal:
        clean_name(name)
    assert str(refusal.value)[-1] != " " and len(str(refusal.value)) > 15


@each(
    [
        "admin",
        "Admin 7",
        "ADMlN",
        "Moderator",
        "warsite",
        "General",
        "Recruit 2",
        "recruit_ada",
        "Sergeant",
        "Hunter",
        "Looter 12",
        "Random 3",
        "The General",
        "Bot",
        "War Bot",
        "WarBot",
        "bot-99",
        "B0t",
        "Guest 4821",
        "guest",
        "Guest",
        "Deleted player 7",
        "General-Anna",
        "Sergeant Lee",
        "St. Admin",
    ]
)
def test_names_of_the_house_are_kept(name):
    with pytest.raises(BadName):
        clean_name(name)


@each(["Abbot", "Botond", "Generalov", "Servane", "Modesty", "Major-General"])
def test_names_that_only_resemble_them_are_free(name):
    assert clean_name(name) == name


@each(["Null", "None Such", "Ben Root", "Dealer", "Server"])
def test_words_of_machines_and_tables_are_names_as_well(name):
    assert clean_name(name) == name


@each(
    [
        ("Alice", "ALICE"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Bob", "B0b"),
        ("Bob", "ВОВ"),  # Cyrillic
        ("koko", "κοκο"),  # Greek
        ("modern", "modem"),
        ("Anna", "An-na"),
        ("O'Brien", "O\u2019Brien"),
        ("Anne-Marie", "Anne\u2010Marie"),
        ("Anne-Marie", "Anne\u2011Marie"),
        ("José", "Jose"),
        ("Straße", "Strasse"),
        ("wave", "vvave"),
        ("علی\u200cرضا", "علیرضا"),
        ("ශ්\u200dරී", "ශ්රී"),
        ("Kamehame\u02bbeha", "Kamehame'eha"),
        ("O\u02bcNeil", "O'Neil"),
        ("J. R. Smith", "JR Smith"),
        ("Gal·la", "Galla"),
    ]
)
def test_names_that_look_alike_are_the_same(name, other):
    assert fold(name) == fold(other)


def test_different_names_are_different():
    names = ["Alice", "Bob", "Charlie", "Иван", "山田", "Ann2", "Ann3", "Guest 4821", "Guest 4822"]
    assert len({fold(name) for name in names}) == len(names)
