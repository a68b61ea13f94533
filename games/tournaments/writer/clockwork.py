"""What happens by itself: everything that is due, by whichever worker comes first (10.5)."""

from games.tournaments.acts import State
from games.tournaments.models import Game, Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import life, results, rounds, stages, tables
from games.tournaments.writer.rounds import STATES
from games.tournaments.writer.transaction import under_lock

ASKS_DIRECTOR = ("TOO_FEW", "NO_DRAW")  # refusals that wait for somebody to decide


def advance(*, tournament: int, now: int) -> int | None:
    """Collect results, then do everything that is due.  When to come again (epoch ms)."""
    for game in results.collect(tournament=tournament, now=now):
        tables.open_next_game(game, now=now)
    while True:
        row = Tournament.objects.get(pk=tournament)
        if row.due_ms is None or row.due_ms > now:
            return row.due_ms
        try:
            do_next(row, now)
        except Refused as refused:
            if refused.code not in ASKS_DIRECTOR:
                return None  # somebody was quicker; if not, the sweep comes again
            ask_director(row.pk, refused.code, now)


def do_next(row: Tournament, now: int) -> None:
    """The one thing that comes next.  Raises Refused."""
    match State(row.state):
        case State.ANNOUNCED:
            life.open_entries(tournament=row.pk, now=now)
        case State.OPEN if row.terms.get("checkin_min") is not None:
            life.open_checkin(tournament=row.pk, now=now)
        case State.OPEN | State.CHECKIN:
            life.start(tournament=row.pk, now=now)
        case State.RUNNING:
            go_on(row, now)


def go_on(row: Tournament, now: int) -> None:
    begun = row.stages.exclude(state=Stage.State.WAITING).order_by("-number")
    stage = begun.first()
    assert stage is not None
    one = rounds.current(stage)
    if stage.state == Stage.State.OVER:
        if row.stages.filter(state=Stage.State.WAITING).exists():
            stages.next_stage(tournament=row.pk, now=now)
        else:
            life.finish(tournament=row.pk, now=now)
    elif one is None:
        if not results.end_if_decided(tournament=row.pk, now=now):
            rounds.draw_round(tournament=row.pk, now=now)
    elif one.state == STATES.PUBLISHED:
        rounds.begin(tournament=row.pk, now=now)
    elif one.state == STATES.OPENING:
        while tables.open_tables(one, now=now):
            pass
        tables.play_on(tournament=row.pk, now=now)
    else:
        tables.settle_absent(tournament=row.pk, now=now)


def ask_director(tournament: int, code: str, now: int) -> None:
    """It waits until a director has decided."""
    with under_lock(tournament, now=now) as book:
        book.tournament.question, book.tournament.due_ms = code, None


def unattended(now: int) -> list[int]:
    """Tournaments with something due, or with tables that have ended and are not counted."""
    overdue = Tournament.objects.due(at=now).values_list("pk", flat=True)
    ended = Game.objects.filter(pairing__status="open", void=False, table__status="finished")
    waiting = ended.values_list("pairing__round__stage__tournament", flat=True).distinct()
    return list({*overdue, *waiting})
