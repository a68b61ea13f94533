"""The words of slaps: what can be slapped, why not now, and how quick everyone was."""

from games.rules.cards import NONE, RANK_PLURALS
from games.rules.phrases import Language
from games.rules.war.options import Options
from games.rules.war.state import Table
from games.rules.war.view import is_armed
from games.rules.words import MARKS, listed_words


def slap_words(t: Table, o: Options, you: int | None, lang: Language) -> dict[str, str]:
    """`ranks`: which cards to slap; `off`: why the viewer cannot slap now, in a few words."""
    ranks = [lang.gettext(RANK_PLURALS[r]) for r in (o.slap, o.slap2) if r != NONE]
    text = lang.gettext("Slap {ranks}").format(ranks=listed_words(ranks, lang))
    return {"ranks": text, "off": "" if you is None else off(t, o, you - 1, lang)}


def off(t: Table, o: Options, p: int, lang: Language) -> str:
    me = t.seats[p]
    if me.out or is_armed(t, o, p):
        return ""
    if me.locked >= t.battles > 0:
        text = lang.gettext("false slap: wait for battle {number}")
        return text.format(number=me.locked + 1)
    if me.eff != NONE:
        return lang.gettext("you: {ms} ms").format(ms=me.eff)
    return lang.gettext("no open cards")


def race(t: Table, you: int | None, lang: Language) -> str:
    """Everyone's reaction, the quickest first: `You 412 ms, Bob 530 ms.`"""
    rows = sorted((seat.eff, p) for p, seat in enumerate(t.seats) if seat.eff != NONE)
    names = [lang.gettext("You") if you == p + 1 else MARKS[p] for _, p in rows]
    return ", ".join(f"{name} {eff} ms" for name, (eff, _) in zip(names, rows, strict=True)) + "."
