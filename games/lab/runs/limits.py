"""Limits of the lab's work for one visitor.  Runs and the chances of games count together."""

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.callers import Caller
from games.accounts.models import Player
from games.lab.chances.curve import MORE
from games.lab.chances.models import StoredCurve
from games.lab.counting.adapter import BadRun, find
from games.lab.runs.models import Simulation
from games.limits.declared import RUNS

MOST = {"guest": 1_000_000, "account": 100_000_000, "admin": 10_000_000_000}  # games of War
SMALLEST = 50_000  # least cost of anything, in games of War
BACKLOG = 4_000_000  # games of War that guests wait for, above which they are rationed
AT_ONCE = {"guest": 1, "account": 3, "admin": 20}


def rank_of(by: object) -> str:
    """The rank of the person who asks: guest, account or admin."""
    if not isinstance(by, Player) or by.is_guest:
        return "guest"
    return "admin" if by.is_staff else "account"


def most_games(game: str, who: str) -> int:
    """The largest number of games in a run of this game, for a guest, an account or an admin."""
    return MOST[who] // find(game).cost


def verify_idle(by: Player | None) -> None:
    """Verify that this person has less work in progress in the lab than is allowed at once.  Raises
    BadRun."""
    if by is None:
        return
    if not by.is_active:
        raise BadRun("BANNED", _("This account is closed."))
    runs = Simulation.objects.running().filter(started_by=by).count()
    most = AT_ONCE[rank_of(by)]
    if runs + StoredCurve.objects.running().filter(started_by=by).count() >= most:
        words = ngettext(
            "The lab already works for you. Wait until that is done, or cancel your run.",
            "The lab already works on %(most)s runs or chances for you. "
            "Wait until one is done, or cancel a run.",
            most,
        )
        raise BadRun("TOO_MANY", words % {"most": most})


def count(caller: Caller, game: str, games: int) -> None:
    """Count the requested games for the limits of the visitor.  Raises TooMany."""
    caller.verify(RUNS, weight=max(SMALLEST, games * find(game).cost), busy=is_busy())


def is_busy() -> bool:
    """Whether the work requested by guests takes the lab more than a few seconds."""
    runs = Simulation.objects.running().of_guests()
    curves = StoredCurve.objects.running().of_guests()
    waiting = [
        *runs.values_list("game", "games", "games_done"),
        *curves.values_list("game", F("games_at_first") + MORE, "games_done"),
    ]
    weight = sum(find(game).cost * max(games - done, 0) for game, games, done in waiting)
    return bool(weight > BACKLOG)
