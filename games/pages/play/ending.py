"""The end of a game at its table: the chart of card shares with the biggest war, and a line of
figures."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.table.models import Table
from games.table.reading.ending import Ending, Win, ending
from games.templatetags.plot import Mark

View = dict[str, Any]
MOST = 4  # open cards of a seat on the curve: the last of a long war


def ending_facts(table: Table, names: Sequence[str], you: int | None) -> View:
    """The biggest war on the chart, and figures as pairs of label and value, among them the
    reader's luck in the deal."""
    best: Ending = ending(table.code)
    facts: View = {"rows": []}
    if war := best.war:
        text = ngettext("{count} card ({name})", "{count} cards ({name})", war.size)
        size = text.format(count=war.size, name=whose(war.seat, names, you))
        facts["rows"].append((_("Biggest war"), size))
        facts["marks"] = [mark_of(table, war)] if war.number is not None else []
        facts["cards"] = [
            (names[seat - 1], " ".join(f"{{{code}}}" for code in codes))
            for seat, codes in war.cards.items()
        ]
    if you is not None and you in best.deal:
        facts["rows"].append((_("Luck of the deal"), dealt(best.deal[you])))
    if streak := best.streak:
        longest = f"{streak.size} ({whose(streak.seat, names, you)})"
        facts["rows"].append((_("Longest streak"), longest))
    facts["rows"].append((_("Lead changes"), str(best.leads)))
    return facts


def mark_of(table: Table, war: Win) -> Mark:
    """The biggest war on the chart of card shares: the cards of its winner, and above them those of
    the other player who laid the most cards."""
    first = table.first_place
    share = ((war.number or 0) - first) / max(table.length - first, 1)
    counts = table.front[round(share * (len(table.front) - 1))] if table.front else []
    below = sum(counts[: min(war.seat, len(counts) - 1)]) / (sum(counts) or 1)
    others = [codes for seat, codes in war.cards.items() if seat != war.seat]
    losers = max(others, key=len, default=[])
    own = war.cards.get(war.seat, [])
    return Mark(100 * share, 100 - 100 * below, own[-MOST:], losers[-MOST:])


def whose(seat: int, names: Sequence[str], you: int | None) -> str:
    return _("you") if seat == you else names[seat - 1]


def dealt(percent: int) -> str:
    """The difference of the dealt cards from the average, in words."""
    if not percent:
        return _("exactly average")
    text = (
        _("{percent}% better than average") if percent > 0 else _("{percent}% worse than average")
    )
    return text.format(percent=abs(percent))
