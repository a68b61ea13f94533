"""The words for how a finished game went, beside the board."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.table.models import Table
from games.table.reading.ending import Best, Ending, ending


def facts(table: Table, names: list[str], you: int | None) -> list[tuple[str, str]]:
    """Labels and values; the luck of the deal is that of the player who looks."""
    best: Ending = ending(table.code)
    rows = []
    if best.war:
        cards = ngettext("{count} card", "{count} cards", best.war.size)
        rows.append((_("Biggest war"), whose(best.war, cards, names, you)))
    if best.streak:
        rows.append((_("Most wins in a row"), whose(best.streak, "{count}", names, you)))
    rows.append((_("Lead changes"), str(best.leads)))
    if you is not None and you in best.deal:
        rows.append((_("Luck of the deal"), dealt(best.deal[you])))
    return rows


def whose(best: Best, text: str, names: list[str], you: int | None) -> str:
    name = _("you") if best.seat == you else names[best.seat - 1]
    return f"{text.format(count=best.size)}, {name}"


def dealt(percent: int) -> str:
    """How far the dealt cards were from what everyone can expect."""
    if not percent:
        return _("exactly average cards")
    text = _("cards {percent} % better than average")
    if percent < 0:
        text = _("cards {percent} % worse than average")
    return text.format(percent=abs(percent))
