"""Names: which are refused, and when two look the same."""

import re
import unicodedata
from functools import cache

from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 20
SEPARATORS = " -_.'"
RESERVED = frozenset(
    """admin administrator moderator mod staff support server system root warsite operator official
    spectator everybody everyone nobody somebody anonymous unknown null none undefined dealer
    recruit sergeant general""".split()  # noqa: SIM905
)
# Invisible letters and marks (Default_Ignorable_Code_Point of Unicode).
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Scripts that one name may mix; all other names use one script.
EAST = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
# Latin letter: the characters that look like it, after case folding.
LOOK_ALIKES = {
    "a": "аαɑ", "b": "вьβɓ", "c": "сϲς", "d": "ԁđɗ", "e": "еєεə", "f": "ғƒ", "g": "ɡɢց",
    "h": "нһհ", "i": "іιıɩ", "j": "јյ", "k": "кκ", "l": "ӏ1łɫ", "m": "мμ", "n": "ηոпո",
    "o": "оοσօ0øө", "p": "рρ", "q": "ԛզ", "r": "гґ", "s": "ѕʂ", "t": "тτŧ", "u": "υսц",
    "v": "ѵν", "w": "ԝωшщ", "x": "хχ", "y": "уүγ", "z": "ʐ",
}  # fmt: skip
PLAIN = str.maketrans({odd: plain for plain, odds in LOOK_ALIKES.items() for odd in odds})
# Letters that look like one when next to each other; `i` and `l` differ by a pixel.
PAIRS = (("i", "l"), ("rn", "m"), ("vv", "w"))


class BadName(ValueError):
    """A name that is refused; `str(error)` is the sentence for people."""


def fold(text: str) -> str:
    """The skeleton of a name, equal for names that look alike.  Case, accents, separators and
    look-alike letters of other scripts do not count.

    >>> fold("Alice") == fold("АLIСЕ") == fold("al1ce") == fold("A. Lice")
    True
    """
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    letters = "".join(ch for ch in bare if ch not in SEPARATORS and not unicodedata.combining(ch))
    letters = letters.translate(PLAIN)
    for pair, one in PAIRS:
        letters = letters.replace(pair, one)
    return letters


def clean_name(text: str) -> str:
    """The name as it will be shown.  Raises BadName with the reason."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        words = _("Names must have %(shortest)s to %(longest)s characters.")
        raise BadName(words % {"shortest": SHORTEST, "longest": LONGEST})
    verify_letters(name)
    verify_script(name)
    verify_free(name)
    return name


def verify_letters(name: str) -> None:
    """Letters, digits and single separators; marks only where a script needs them."""
    if INVISIBLE.search(name):
        raise BadName(_("A name cannot contain invisible characters."))
    for ch in name:
        kind = unicodedata.category(ch)
        if kind[0] not in "LNM" and ch not in SEPARATORS or kind in ("No", "Nl", "Me"):
            shown = ch if kind[0] in "PS" else f"U+{ord(ch):04X}"
            words = _("Names can have letters, digits, spaces and - _ . ' but not %(sign)s")
            raise BadName(words % {"sign": shown})
    if re.search(r"[ \-_.']{2}", name) or name[0] in SEPARATORS or name[-1] in SEPARATORS:
        words = _("Names start and end with a letter or digit and have no doubled punctuation.")
        raise BadName(words)
    if any(unicodedata.category(a)[0] == unicodedata.category(b)[0] == "M"
           for a, b in zip(name, name[1:], strict=False)):  # fmt: skip
        raise BadName(_("This name has too many accents."))
    if not any(unicodedata.category(ch)[0] == "L" for ch in name):
        raise BadName(_("Names must have at least one letter."))


def verify_script(name: str) -> None:
    """One script per name, because impostors mix them."""
    scripts = {script(ch) for ch in name if unicodedata.category(ch)[0] == "L"}
    if len(scripts) > 1:
        raise BadName(_("Names must use a single alphabet."))


def script(letter: str) -> str:
    first = unicodedata.name(letter, "UNNAMED").split()[0].split("-")[0]
    return "EAST" if first in EAST else first


@cache
def bot_names() -> frozenset[str]:
    """Names of bots, with or without a number; they are allowed inside a longer name."""
    from games.rules.catalogue import BOTS  # imported late for programs that check no names

    named = [level.name for bots in BOTS.values() for level in bots.all_levels.values()]
    return frozenset(name.lower() for name in named)


def verify_free(name: str) -> None:
    """Reserved names and those of bots and guests are refused."""
    bones = fold(name)
    words = {fold(word) for word in re.split(r"[ \-_.']+|(?<=[a-z])(?=[A-Z])|\d+$", name) if word}
    if words & {fold("bot"), fold("bots")} or bones == fold("bot"):
        raise BadName(_("Only bots can be called bot."))
    unnumbered = fold(re.sub(r"\d+$", "", name))  # before 1 and 0 are read as letters
    if (
        any(re.fullmatch(fold(word) + r"\d*", bones) for word in RESERVED | bot_names())
        or unnumbered in {fold(word) for word in bot_names()}
        or {fold(word) for word in RESERVED} & words
    ):
        raise BadName(_("This name is reserved."))
    if bones.startswith((fold("guest"), fold("deleted player"), fold("renamed player"))):
        raise BadName(_("Names like this are for guests. Choose another."))
