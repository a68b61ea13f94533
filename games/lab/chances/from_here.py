"""Games from a place of another game: runs of the lab whose games all start there, and tables that
continue a simulated game."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.accounts.callers import Caller
from games.accounts.models import Player
from games.lab.chances.course import Course, course_of_simulated
from games.lab.counting.adapter import BadRun
from games.lab.runs import limits, run
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.spec import Origin, RunSpec, read_spec
from games.table.beginnings import Beginning
from games.table.models import Table
from games.table.writer.branches import open_simulated

GAMES = 1_000_000  # or as many as the person who asks may run


def games_for(game: str, user: object) -> int:
    """The number of games of a run from a place that this person may start."""
    return min(GAMES, limits.most_games(game, limits.rank_of(user)))


def start(
    caller: Caller, source: str, course: Course, at: str, view: str, *, unlisted: bool
) -> Simulation:
    """Start a run from this place of a game that the visitor may see; all viewers with this view
    share the run.  Bots keep their seats, and the game's usual bot replaces people.  Raises BadRun,
    TooMany."""
    index = course.index(at)
    if course.version != course.game.rules_version:
        raise BadRun("OUTDATED", _("This game was played under older rules."))
    policies = course.playouts().policies
    begins = course.position(index, view).start
    spec = read_spec(
        game=course.game.key,
        games=games_for(course.game.key, caller.player),
        options=course.game.canonical(course.o),
        policies=policies,
        start=begins.text,
    )
    origin = Origin(source, course.recording.text_of(index), view, unlisted)
    return run.start_for(caller, spec, origin)


def changed(
    caller: Caller, simulation: Simulation, games: str, seed: str, policies: Sequence[str]
) -> Simulation:
    """Start another run from the same place as this run.  Raises BadRun, TooMany."""
    spec: RunSpec = simulation.spec
    if spec.trouble:
        raise BadRun("OUTDATED", spec.trouble)
    again = read_spec(
        game=spec.game,
        games=games,
        seed=seed,
        options=spec.options,
        policies=policies,
        start=spec.start,
    )
    return run.start_for(caller, again, simulation.origin)


def open_table(
    simulation: Simulation,
    game: Simulated,
    at: str,
    *,
    by: Player,
    number: int | None,
    levels: Sequence[str],
) -> Table:
    """Open a table that continues a game of a run from this place; the game must begin with a deal.
    See `open_simulated`.  Raises BadRun, Refused."""
    if game.spec.starts_later:
        raise BadRun("NO_DEAL", _("This game begins without a deal."))
    course = course_of_simulated(game, int(at.partition(".")[0]))
    index = course.index(at)
    beginning = Beginning(
        run=simulation.code,
        number=game.index,
        deal=game.rules.deal_text(game.deal()),
        events=[event.to_dict() for event in course.events[: course.happened[index]]],
        state=game.rules.load(course.states[index]).to_dict(),
        at_ms=course.times[index],
    )
    return open_simulated(
        by=by,
        rules=game.rules,
        o=game.o,
        beginning=beginning,
        place=course.recording.text_of(index),
        number=number,
        levels=levels,
        private=simulation.unlisted,
    )
