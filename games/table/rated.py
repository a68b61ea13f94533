"""Rated games: games with decisions, played by people with accounts.  Games among bots alone have
pools of their own."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.accounts.models import Player
from games.accounts.sanctions import paused_among
from games.rules.catalogue import find
from games.table.models import Table
from games.table.refusals import Refused

FORFEIT_S = 300  # away this long, a player resigns: no bot stands in


class Pool(NamedTuple):
    """Games whose results are comparable.  Games in one pool may differ in length and number of
    seats."""

    key: str
    game: str
    presets: tuple[str, ...]
    name: str
    of_bots: bool = False  # their public games among themselves, if a program plays one of them
    opponents: int = 5  # different ones, before the board shows a player


OF_PEOPLE = (
    Pool("war-slap", "war", ("slap", "arsenal"), _("Slap War")),
    Pool("ww3", "ww3", ("standard",), _("World War III")),
    Pool("ww3-secret", "ww3", ("secret",), _("World War III, secret holds")),
    Pool("ultimate", "ultimate", ("standard",), _("Ultimate War")),
    Pool("ultimate-pulse", "ultimate", ("pulse",), _("Ultimate War, pulse")),
)
OF_BOTS = tuple(
    pool._replace(key=f"bots-{pool.key}", of_bots=True, opponents=1) for pool in OF_PEOPLE
)
POOLS = {pool.key: pool for pool in (*OF_PEOPLE, *OF_BOTS)}


def pool_of(game: str, preset: str, players: int, *, of_bots: bool = False) -> Pool | None:
    """The pool of tables of this preset; None if these tables are never rated."""
    if players < 2:
        return None
    pools = OF_BOTS if of_bots else OF_PEOPLE
    return next((p for p in pools if p.game == game and preset in p.presets), None)


def pool_of_table(table: Table) -> Pool | None:
    """The pool in which the table's result counts after the end."""
    of_bots = table.among_bots and not table.private
    if not (table.rated or of_bots):
        return None
    return pool_of(table.game, table.preset, table.players, of_bots=of_bots)


def verify_ratable(table: Table, by: Player | None, *, has_bots: bool) -> None:
    """Check that this new table may be rated.  Raises Refused with the condition that is not
    met."""
    if by is not None and by.is_bot:
        refuse(_("Bots do not play at rated tables."), "rated")
    if pool_of(table.game, table.preset, table.players) is None:
        refuse(find(table.game).unrated, "options")
    if table.private:
        refuse(_("A rated table is public."), "private")
    if has_bots:
        refuse(_("Bots do not play at rated tables."), "bots")
    if table.day is not None:
        refuse(_("The deal of the day is not rated."), "rated")
    if by is None or not by.is_person:
        refuse(_("Sign up or sign in to play rated games."), "rated")


def verify_player(table: Table, player: Player) -> None:
    """Check that the player may sit at this rated table.  Raises Refused."""
    if not table.rated:
        return
    if player.is_bot:
        refuse(_("Bots do not play at rated tables."))
    if not player.is_person:
        refuse(_("This table is rated. Sign up or sign in to play here."))


def verify_not_paused(table: Table, player: Player, *, at: datetime) -> None:
    """Check that the player is not suspended from rated games.  Raises Refused."""
    if table.rated and paused_among([player], at=at):
        refuse(_("You cannot play rated games at the moment. Your account page says why."))


def refuse(sentence: str, field: str = "") -> None:
    raise Refused("NOT_RATABLE", gettext(sentence), field=field)


def may_begin(players: Iterable[Player], *, paused: Collection[int]) -> bool:
    """Whether the player of every seat still has an open account that may play rated games."""
    return all(
        player.is_person and player.is_active and player.pk not in paused for player in players
    )
