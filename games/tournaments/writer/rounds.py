"""Rounds: drawn, published, begun, complete.  Each function is one act; all raise Refused."""

from typing import Any

from games.accounts.models import Player
from games.tournaments.models import Pairing, Place, Round, Stage
from games.tournaments.pairing.by_cost.draw import NoDraw
from games.tournaments.pairing.draw import Draw, TooFew, draw
from games.tournaments.reading.position import position
from games.tournaments.refusals import Refused
from games.tournaments.scoring.record import Kind
from games.tournaments.writer.book import Book
from games.tournaments.writer.transaction import under_lock

STATES = Round.State
TRIES = 5  # draws that something happened in the middle of


def draw_round(*, tournament: str | int, by: Player | None = None, now: int | None = None) -> Round:
    """Draw the next round.  It is computed outside the lock; if anything was done meanwhile it is
    computed again (11.3)."""
    for _ in range(TRIES):
        with under_lock(tournament, by=by, now=now) as book:
            stage = verify_drawable(book)
            revision = book.tournament.revision
        drawn = compute(stage)
        with under_lock(tournament, by=by, now=now) as book:
            if book.tournament.revision == revision:
                return store(book, verify_drawable(book), drawn)
    raise Refused("STALE")


def verify_drawable(book: Book) -> Stage:
    """The stage of which the next round may be drawn now.  Raises Refused."""
    book.verify("draw", book.role())
    stage = book.stage
    if stage is None or stage.state != Stage.State.RUNNING:
        raise Refused("NO_ROUND")
    if current(stage) is not None:
        raise Refused("NO_ROUND", "The round before is not over yet.")
    return stage


def current(stage: Stage) -> Round | None:
    """The round that is drawn and not complete."""
    done = (STATES.COMPLETE, STATES.UNDONE)
    return stage.rounds.exclude(state__in=done).order_by("number").last()


def compute(stage: Stage) -> Draw:
    """Raises Refused: too few are here, or no draw is possible."""
    try:
        return draw(position(stage))
    except TooFew:
        raise Refused("TOO_FEW") from None
    except NoDraw:
        raise Refused("NO_DRAW") from None


def store(book: Book, stage: Stage, drawn: Draw) -> Round:
    """The round with its pairings and all who have none, and the act."""
    number = stage.rounds.exclude(state=STATES.UNDONE).count() + 1
    new = Round.objects.create(
        stage=stage, number=number, method=drawn.method, cost=drawn.cost, drawn_ms=book.now
    )
    entrants = {one.number: one for one in book.tournament.entrants.all()}
    pairings = [
        Pairing(round=new, number=place, node=table.node, why=dict(table.why))
        for place, table in enumerate(drawn.tables, 1)
    ]
    Pairing.objects.bulk_create(pairings)
    seated = [
        Place(round=new, pairing=pairing, entrant=entrants[entrant], seat=seat)
        for pairing, table in zip(pairings, drawn.tables, strict=True)
        for seat, entrant in enumerate(table.seats, 1)
    ]
    free = [
        Place(
            round=new,
            entrant=entrants[bye.unpaired.entrant],
            kind=bye.unpaired.kind,
            points=str(bye.unpaired.points),
            node=bye.node,
        )
        for bye in drawn.byes
    ]
    Place.objects.bulk_create(seated + free)
    present = len(seated) + sum(one.kind in (Kind.BYE, Kind.FREE) for one in free)
    told = round_args(new) | {"present": present, "method": drawn.method}
    book.act("draw", told)
    if not book.terms.review:
        publish_now(book, new)
    return new


def round_args(one: Round) -> dict[str, Any]:
    """How an act names a round."""
    return {"stage": one.stage.number, "round": one.number}


def publish(
    *, tournament: str | int, by: Player, revision: int | None = None, now: int | None = None
) -> Round:
    """Show a round that was drawn for review (9.1)."""
    with under_lock(tournament, by=by, now=now) as book:
        one = expect(book, STATES.DRAWN)
        book.verify_fresh(round_args(one), revision)
        publish_now(book, one)
    return one


def publish_now(book: Book, one: Round) -> None:
    """Everybody sees it and is called to the tables (10.2)."""
    book.act("publish", round_args(one))
    terms = book.terms
    one.state, one.published_ms = STATES.PUBLISHED, book.now
    one.begins_ms = book.now + terms.call_s * 1000
    if terms.pace == "schedule" and one.number <= len(terms.times):
        one.begins_ms = max(one.begins_ms, terms.times[one.number - 1])
    one.save()


def expect(book: Book, state: str) -> Round:
    """The running round, which is in this state.  Raises Refused."""
    stage = book.stage
    found = current(stage) if stage else None
    if found is None or found.state != state:
        raise Refused("NO_ROUND")
    return found


def begin(*, tournament: str | int, by: Player | None = None, now: int | None = None) -> Round:
    """The tables are opened from now on, in portions (11.4)."""
    with under_lock(tournament, by=by, now=now) as book:
        one = expect(book, STATES.PUBLISHED)
        book.act("begin", round_args(one))
        one.state, one.begun_ms = STATES.OPENING, book.now
        one.save()
    return one
