"""Names: the rules for allowed names, and the comparison of names that look the same."""

import re
import string
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache

from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 20
# Of typewriters and typographers, the letters that Hawaiians, Uzbeks and Ukrainians write like
# apostrophes, and the one of Hebrew.
APOSTROPHES = "'\u2018\u2019\u02bb\u02bc\u05f3"
# With the hyphen of typographers, the dots in the middle of Catalan, Chinese and Japanese names,
# and the mark after Tibetan syllables.
SEPARATORS = " -_.\u2010\u00b7\u30fb\u0f0b" + APOSTROPHES
SEPARATOR = f"[{re.escape(SEPARATORS)}]"
# The separators that follow each other in names: J. R. Smith, J.-P. Roux, De' Medici, van 't Hoff.
PAIR = re.compile(rf"\.[ \-\u2010]|[{APOSTROPHES}] | [{APOSTROPHES}]")
NOT_FIRST = SEPARATORS.removesuffix(APOSTROPHES)
NOT_LAST = NOT_FIRST.replace(".", "")
HALF_SPACE, JOINER = "\u200c", "\u200d"  # part of the spelling of Persian and Sinhala, for example
VIRAMA = 9  # its combining class
MOST_MARKS = 4  # on one letter; Burmese needs as many
# Words that could deceive at this site wherever they stand in a name.
RESERVED = frozenset(
    """admin administrator moderator mod staff support system warsite operator official
    spectator everybody everyone nobody somebody anonymous unknown""".split()  # noqa: SIM905
)
RANKS = frozenset({"recruit", "sergeant", "general"})  # bots are called so, and General Ada
# Letters that NFKC replaces although keyboards write them: of full and half width; the vowel AM of
# Thai and Lao, digraphs.  Others, such as bold and circled letters, are replaced.
TYPED = ("<wide>", "<narrow>", "<compat>")
# Invisible letters and marks (Default_Ignorable_Code_Point of Unicode).
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
ACCENT = "COMBINING"  # the script of marks that letters of several scripts can have
# Scripts that one name may mix; all other names use one script.
EAST = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
# Latin letter: the characters that look like it, after case folding.
LOOK_ALIKES = {
    "a": "аαɑ", "b": "вьβɓ", "c": "сϲς", "d": "ԁđɗ", "e": "еєεə", "f": "ғƒ", "g": "ɡɢց",
    "h": "нһհ", "i": "іιıɩ", "j": "јյ", "k": "кκ", "l": "ӏ1łɫ", "m": "мμ", "n": "ηոпո",
    "o": "оοσօ0øө", "p": "рρ", "q": "ԛզ", "r": "гґ", "s": "ѕʂ", "t": "тτŧ", "u": "υսц",
    "v": "ѵν", "w": "ԝωшщ", "x": "хχ", "y": "уүγ", "z": "ʐ",
}  # fmt: skip
SAME = str.maketrans({"ı": "i", HALF_SPACE: None, JOINER: None})
PLAIN = str.maketrans({odd: plain for plain, odds in LOOK_ALIKES.items() for odd in odds})
# Letters that look like one when next to each other; `i` and `l` differ by a pixel.
PAIRS = (("i", "l"), ("rn", "m"), ("vv", "w"))

# Letters, marks and digits that Unicode recommends for identifiers (Identifier_Status=Allowed of
# UTS 39).  Others are historic or technical, such as small capitals of phonetic alphabets, or of
# scripts of limited use; impostors like them.  From
# https://www.unicode.org/Public/security/14.0.0/IdentifierStatus.txt, as old as what Python 3.11
# knows; ranges go on over what is never in a name: signs, and characters that NFKC replaces.
RECOMMENDED = """
    30-39 41-5a 61-7a
    c0-17e 18f 1a0-1a1 1af-1b0 1cd-1dc 1de-1e3 1e6-1f5 1f8-21b 21e-21f 226-233 259 2bb-2bc 2ec
    300-304 306-30c 30f-311 313-314 31b 323-328 32d-32e 330-331 335 338-339 342-345 37b-37d
    386-3ce 3fc-45f 48a-4ff 510-529 52e-559 561-586 5b4 5d0-5f2 620-63f 641-655 660-669 670-672
    674-68d 68f-6a0 6a2-6d5 6e5-6e6 6ee-6ff 750-7b1 870-88e 8a0-8ac 8b2 8b5-8c9 901-94d 94f-950
    956-977 979-97f 981-9f1 9fe-a4d a5c-a74 a81-aef afa-b43 b47-b61 b66-bef c01-c33 c35-c56
    c5d-c61 c66-c80 c82-cdd ce0-d00 d02-d03 d05-d3a d3d-d43 d46-d57 d60-d61 d66-d7f d82-d8e
    d91-da5 da7-dde df2 e01-f00 f20-f37 f3e-109d 10c7-10f0 10f7-10ff 1200-138f 1780-17a2
    17a5-17a7 17a9-17b3 17b6-17cd 17d0 17d2 17d7-17dc 17e0-17e9 1c90-1cbf 1e00-1e99 1e9e
    1ea0-1ef9 1f00-1ffc 2d27-2d2d 2d80-2dde 3005-3006 3041-312d 312f-31bf 3400-9fff a67f
    a717-a71f a788 a78d a792-a793 a7aa a7ae a7b8-a7b9 a7c0-a7d9 a9e7-a9fe aa60-aa7f ab01-ab2e
    ab66-ab67 ac00-d7a3 fa0e-fa29 11301 11303 1133b-1133c 16ff0-16ff1 1b11f-1b167 1df00-1df1e
    1e7e0-1e7fe 20000-3134a
"""
BOUNDS = [
    bound
    for first, _, last in (part.partition("-") for part in RECOMMENDED.split())
    for bound in (int(first, 16), int(last or first, 16) + 1)
]


class BadName(ValueError):
    """Raised for a name that is refused; `str(error)` is the sentence for people."""


def fold(text: str) -> str:
    """The skeleton of a name, equal for names that look alike.  Case, accents, separators and
    look-alike letters of other scripts do not count.

    >>> fold("Alice") == fold("АLIСЕ") == fold("al1ce") == fold("A. Lice")
    True
    """
    bare = unicodedata.normalize("NFKD", fold_case(text))
    letters = "".join(ch for ch in bare if ch not in SEPARATORS and not unicodedata.combining(ch))
    letters = letters.translate(PLAIN)
    for pair, single in PAIRS:
        letters = letters.replace(pair, single)
    return letters


def fold_case(text: str) -> str:
    """The text without differences of case, width, composition, spaces, joiners and the dot of a
    Turkish i."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(SAME)
    return " ".join(folded.replace("i\u0307", "i").split())


def as_typed(text: str) -> str:
    """The name as typed, in a normal form: composed (NFC), with single spaces, and with plain
    letters instead of those that no keyboard writes."""
    letters = unicodedata.normalize("NFC", text)
    typed = "".join(ch if is_typed(ch) else unicodedata.normalize("NFKC", ch) for ch in letters)
    return " ".join(unicodedata.normalize("NFC", typed).split())


def clean_title(text: str, longest: int) -> str:
    """The title as shown; "" if the title is invalid: empty, too long, or with invisible
    characters."""
    title = " ".join(text.split())
    return title if len(title) <= longest and title.isprintable() else ""


def is_typed(ch: str) -> bool:
    kind = unicodedata.decomposition(ch).partition(" ")[0]
    is_letter = ch.isdecimal() or unicodedata.category(ch)[0] in "LM"
    return not kind.startswith("<") or kind in TYPED and is_letter


def clean_name(text: str) -> str:
    """The name as stored and shown.  Raises BadName with the reason."""
    name = as_typed(text)
    if not SHORTEST <= len(name) <= LONGEST:
        words = _("Names must have %(shortest)s to %(longest)s characters.")
        raise BadName(words % {"shortest": SHORTEST, "longest": LONGEST})
    plain = unicodedata.normalize("NFKC", without_joiners(name))
    verify_letters(plain)
    verify_script(plain)
    verify_free(plain)
    return name


def verify_letters(name: str) -> None:
    """Check that the name has only letters, digits and single separators, with marks only where a
    script needs them.  Raises BadName."""
    if INVISIBLE.search(name):
        raise BadName(_("A name cannot contain invisible characters."))
    for ch in name:
        kind = unicodedata.category(ch)
        is_letter = kind[0] in "LNM" and is_recommended(ch)
        if not is_letter and ch not in SEPARATORS or kind in ("No", "Nl", "Me"):
            sign = ch if kind[0] in "LPS" else f"U+{ord(ch):04X}"
            words = _("Names can have letters, digits, spaces and - _ . ' but not %(sign)s")
            raise BadName(words % {"sign": sign})
    is_doubled = re.search(SEPARATOR + "{2}", PAIR.sub(" ", name))
    if is_doubled or name[0] in NOT_FIRST or name[-1] in NOT_LAST:
        words = _("Names start and end with a letter or digit and have no doubled punctuation.")
        raise BadName(words)
    verify_marks(name)
    if not any(unicodedata.category(ch)[0] == "L" for ch in name if ch not in SEPARATORS):
        raise BadName(_("Names must have at least one letter."))


def without_joiners(name: str) -> str:
    """The name without the joiners and half-spaces that are part of its spelling."""
    return "".join(ch for place, ch in enumerate(name) if not is_spelling(name, place))


def is_spelling(name: str, place: int) -> bool:
    """Whether a joiner or half-space is at a place where scripts need it: after a virama, or a
    half-space between Arabic letters."""
    before, ch, after = name[:place][-1:], name[place], name[place + 1 :][:1]
    if ch not in (HALF_SPACE, JOINER) or not (before and after):
        return False
    is_between = ch == HALF_SPACE and {script(before), script(after)} == {"ARABIC"}
    return is_between or unicodedata.combining(before) == VIRAMA


def is_recommended(ch: str) -> bool:
    return bisect_right(BOUNDS, ord(ch)) % 2 == 1


def verify_marks(name: str) -> None:
    """Check that the name has no unusual marks.  Vowels and tones of Asian scripts are marks, and a
    letter may have several.  A letter may have only one general accent, because usual combinations
    of two are single characters.  Raises BadName."""
    for letter in re.findall(r"\W+", re.sub(SEPARATOR, "a", name)):
        marks = [ch for ch in letter if unicodedata.category(ch) == "Mn"]
        accents = [ch for ch in marks if script(ch) == ACCENT]
        if len(accents) > 1 or len(marks) > MOST_MARKS or len(marks) > len(set(marks)):
            raise BadName(_("This name has too many accents."))


def verify_script(name: str) -> None:
    """Check that the name is in one script, because impostors mix scripts.  Raises BadName."""
    written = (ch for ch in name if ch not in SEPARATORS and ch not in string.digits)
    if len({script(ch) for ch in written} - {ACCENT}) > 1:
        raise BadName(_("Names must use a single alphabet."))


def script(ch: str) -> str:
    """The script of a letter, mark or digit; ACCENT for marks of several scripts."""
    first = unicodedata.name(ch, "UNNAMED").removeprefix("EXTENDED ").split()[0].split("-")[0]
    return "EAST" if first in EAST else first


@cache
def bot_names() -> frozenset[str]:
    """The names of bots' levels, in lower case.  These names are reserved with or without a number,
    but allowed inside a longer name."""
    from games.rules.catalogue import BOTS  # imported late for programs that check no names

    named = [level.name for bots in BOTS.values() for level in bots.all_levels.values()]
    return frozenset(name.lower() for name in named)


@cache
def named_bots() -> frozenset[str]:
    """The folded names of bots that have a given name, such as Recruit Ada."""
    from games.accounts.bots import GIVEN  # imported late, it imports this module

    return frozenset(fold(f"{level} {given}") for level in bot_names() for given in GIVEN)


def verify_free(name: str) -> None:
    """Check that the name is not reserved, and not similar to the names of bots and guests.  Raises
    BadName."""
    bones = fold(name)
    parts = re.split(rf"{SEPARATOR}+|(?<=[a-z])(?=[A-Z])|\d+$", name)
    words = [fold(part) for part in parts if part]
    if fold("bot") in words or fold("bots") in words or bones == fold("bot"):
        raise BadName(_("Only bots can be called bot."))
    unnumbered = fold(re.sub(r"\d+$", "", name))  # before 1 and 0 are read as letters
    leading = words[1:2] if words[:1] == [fold("the")] else words[:1]
    if (
        bones in named_bots()
        or any(re.fullmatch(fold(word) + r"\d*", bones) for word in RESERVED | bot_names())
        or unnumbered in {fold(word) for word in bot_names()}
        or {fold(word) for word in RESERVED} & set(words)
        or {fold(rank) for rank in RANKS} & set(leading)
    ):
        raise BadName(_("This name is reserved."))
    if bones.startswith((fold("guest"), fold("deleted player"), fold("renamed player"))):
        raise BadName(_("Names like this are for guests. Choose another."))


@lru_cache(maxsize=4096)  # the names at a table are said in every state
def isolated_text(name: str) -> str:
    """The name for a sentence without markup.  A name written from right to left is isolated, so
    that it does not move the words and numbers around it."""
    from_right = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if from_right else name
