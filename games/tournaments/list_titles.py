"""Titles of columns in lists, in the languages of the schools that write them.  Pure."""

FIRST = frozenset(
    """firstname givenname forename vorname vornamen rufname prénom prénoms prenom nombre nombres
    nome imię imiona имя ім'я ime jméno křestníjméno etunimi förnamn fornavn voornaam roepnaam
    keresztnév utónév prenume adı isim όνομα 名 이름 الاسم""".split()  # noqa: SIM905
)
# Of surnames and of whole names: with a first name beside it, *Name* and *Nom* are the surname.
LAST = frozenset(
    """name names fullname lastname surname familyname player players student studentname pupil
    nachname familienname zuname schüler schülerin schülername spieler nom nomdefamille nometprénom
    élève élèves joueur apellido apellidos alumno alumna alumnos jugador cognome alunno apelido
    sobrenome nazwisko фамилия прізвище фио ученик příjmení prezime sukunimi efternamn etternavn
    efternavn achternaam vezetéknév családnév név nume soyadı adısoyadı επώνυμο 姓 氏 氏名 名前 姓名
    성 성명 اللقب""".split()  # noqa: SIM905
)
ACCOUNT = frozenset("account konto compte cuenta conto".split())  # noqa: SIM905
NOTE = frozenset(
    """note notes comment remark notiz bemerkung anmerkung remarque nota notas uwagi примечание
    備考""".split()  # noqa: SIM905
)
# Of columns that are not read.
OTHER = frozenset(
    """nr no number nummer lfdnr num numéro n nº lp № id class klasse classe clase curso grade form
    group gruppe groupe klasa класс 番号 学号 組 birthday geburtsdatum geb geschlecht gender sex
    email emailaddress mail adresse""".split()  # noqa: SIM905
)
# Surnames come first in these languages, whatever the order of the columns.
SURNAME_FIRST = frozenset("姓 氏 성 vezetéknév családnév".split())  # noqa: SIM905


def plain(cell: str) -> str:
    """A column's title as the lists of titles in this module have it: only letters, in lower
    case."""
    return "".join(ch for ch in cell.casefold() if ch.isalpha() or ch in "№'")
