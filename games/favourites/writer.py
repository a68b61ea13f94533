"""The only writer of favourites.  All functions raise Refused; additions and texts count towards a
limit."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.accounts import refusals
from games.accounts.models import Player
from games.accounts.names import as_typed
from games.accounts.people import begin_change
from games.favourites.models import LONGEST_NOTE, Favourite
from games.lab.runs.models import Simulation
from games.limits.declared import FAVOURITES
from games.table.models import Table

MOST_KEPT = 2000

SENTENCES = {
    "ACCOUNTS_KEEP": _("Sign up or sign in to keep favourites."),
    "LONG_NOTE": _("A note has at most 200 characters."),
    "NO_FAVOURITE": _("This is not one of your favourites."),
    "TOO_MANY_KEPT": _("You have 2,000 favourites, which is the limit. Remove one."),
}


class Refused(refusals.Refused):
    """A refused change of a favourite."""

    sentences = SENTENCES


@transaction.atomic
def keep(*, by: Player, table: Table | None = None, run: Simulation | None = None) -> Favourite:
    """Add a game or a run, unless it is already a favourite.  Raises Refused, TooMany."""
    if not by.is_person:
        raise Refused("ACCOUNTS_KEEP")
    begin_change(by, FAVOURITES)
    own = Favourite.objects.of(by)
    if (kept := own.filter(table=table, run=run).first()) is not None:
        return kept
    if own.count() >= MOST_KEPT:
        raise Refused("TOO_MANY_KEPT")
    return Favourite.objects.create(player=by, table=table, run=run)


@transaction.atomic
def annotate(*, by: Player, key: int, note: str) -> None:
    """Change the note of a favourite (its primary key).  Raises Refused, TooMany."""
    text = " ".join(as_typed(note).split())
    if len(text) > LONGEST_NOTE:
        raise Refused("LONG_NOTE")
    begin_change(by, FAVOURITES)
    if not Favourite.objects.of(by).filter(pk=key).update(note=text):
        raise Refused("NO_FAVOURITE")


def remove(*, by: Player, key: int) -> None:
    """Remove a favourite (its primary key), but not the game or run.  Raises Refused."""
    deleted, _rows = Favourite.objects.of(by).filter(pk=key).delete()
    if not deleted:
        raise Refused("NO_FAVOURITE")
