"""The words for how a finished game went, beside the board."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.table.models import Table
from games.table.reading.ending import Best, Ending, ending


def facts(table: Table, names: list[str], you: int | None) -> list[tuple[str, str]]:
    """Labels and values; the luck of the deal is that of the player who looks."""
    found: Ending = ending(table.code)
    rows = []
    if found.war:
        cards = ngettext("{count} card", "{count} cards", found.war.size)
        rows.append((_("Biggest war"), whose(found.war, cards, names, you)))
    if found.streak:
        rows.append((_("Most wins in a row"), whose(found.streak, "{count}", names, you)))
    rows.append((_("Lead changes"), str(found.leads)))
    if you is not None and you in found.deal:
        rows.append((_("Luck of the deal"), dealt(found.deal[you])))
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
