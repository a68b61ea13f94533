"""Rounds: drawn, published, begun, complete.  Each function is one act; all raise Refused."""

from typing import Any

from django.utils.translation import gettext as _

from games.accounts.models import Player
from games.tournaments.models import Pairing, Place, Round, Stage, Tournament
from games.tournaments.pairing.draw import Draw, NoDraw, TooFew
from games.tournaments.reading.record import record_of
from games.tournaments.reading.results import settings_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.record import Kind
from games.tournaments.writer.book import Book
from games.tournaments.writer.transaction import under_lock

STATES = Round.State
NOT_BEGUN = (STATES.DRAWN, STATES.PUBLISHED)
TRIES = 5  # draws that something happened in the middle of


def request_draw(
    *,
    tournament: str | int,
    by: Player,
    number: int | None,
    act: str = "draw",
    reason: str = "",
    revision: int | None = None,
    now: int | None = None,
) -> Tournament:
    """Have a worker `draw` or `redraw` this round: that may take a minute, and nobody waits."""
    with under_lock(tournament, by=by, now=now) as book:
        t, stage = book.tournament, book.stage
        if stage is not None:
            book.verify_fresh({"stage": stage.number, "round": number}, revision)
        if t.pending_draw:
            raise Refused("STALE", _("This round is already being drawn."))
        if next_number(verify_drawable(book, act, reason)) != number:
            raise Refused("STALE")
        t.question = ""
        t.pending_draw = {"act": act, "by": by.pk, "round": number, "reason": reason}
    return t


def draw_pending(*, tournament: int, now: int | None = None) -> Round | None:
    """The draw that a director wants, if any.  Raises Refused."""
    row = Tournament.objects.get(pk=tournament)
    if row.pending_draw is None:
        return None
    by = Player.objects.get(pk=row.pending_draw["by"])
    act, reason = row.pending_draw["act"], row.pending_draw["reason"]
    return draw_round(tournament=tournament, by=by, act=act, reason=reason, now=now)


def draw_round(
    *,
    tournament: str | int,
    by: Player | None = None,
    act: str = "draw",
    reason: str = "",
    now: int | None = None,
) -> Round:
    """Draw the next round, or `redraw` the last one.  It is computed outside the lock; if anything
    was done meanwhile it is computed again (11.3)."""
    for _try in range(TRIES):
        with under_lock(tournament, by=by, now=now) as book:
            stage = verify_drawable(book, act, reason)
            revision = book.tournament.revision
            book.is_quiet = True  # nothing is written yet
        drawn = compute(stage)
        with under_lock(tournament, by=by, now=now) as book:
            if book.tournament.revision == revision:
                stage = verify_drawable(book, act, reason)
                one = store(book, stage, drawn, act, reason, instead_of=current(stage))
                if act == "draw" and not book.terms.review:
                    publish_now(book, one)
                return one
    raise Refused("STALE")


def verify_drawable(book: Book, act: str = "draw", reason: str = "") -> Stage:
    """The stage of which the next round may be drawn now, or the last one again.  Raises
    Refused."""
    book.verify(act, book.role(), reason)
    stage = book.stage
    if stage is None or stage.state != Stage.State.RUNNING or stage.format.in_waves:
        raise Refused("NO_ROUND")  # an arena has waves
    one = current(stage)
    if act == "draw" and one is not None:
        raise Refused("NO_ROUND", _("The round before is not over yet."))
    if act == "draw" and next_number(stage) > (settings_of(stage).rounds or next_number(stage)):
        raise Refused("NO_ROUND", _("All rounds of this stage are played."))
    if act == "redraw" and (one is None or one.state not in NOT_BEGUN):
        raise Refused("NO_ROUND")
    return stage


def current(stage: Stage) -> Round | None:
    """The round that is drawn and not complete."""
    done = (STATES.COMPLETE, STATES.UNDONE)
    return stage.rounds.exclude(state__in=done).order_by("number").last()


def next_number(stage: Stage) -> int:
    """Of the round that is drawn and not begun, or of the one to be drawn."""
    return stage.rounds.exclude(state__in=(STATES.UNDONE, *NOT_BEGUN)).count() + 1


def compute(stage: Stage) -> Draw:
    """Raises Refused: too few are here, or no draw is possible."""
    try:
        return stage.format.draw(record_of(stage))
    except TooFew:
        raise Refused("TOO_FEW") from None
    except NoDraw:
        raise Refused("NO_DRAW") from None


def store(
    book: Book,
    stage: Stage,
    drawn: Draw,
    act: str = "draw",
    reason: str = "",
    instead_of: Round | None = None,
) -> Round:
    """The round with its pairings and all who have none, instead of one that has not begun, and
    the act."""
    one = instead_of or Round(stage=stage, number=next_number(stage))
    if instead_of is not None:
        one.pairings.all().delete()
        one.places.all().delete()
    one.method, one.cost, one.why = drawn.method, drawn.cost, dict(drawn.why)
    one.state, one.drawn_ms = STATES.DRAWN, book.now
    one.published_ms = one.begins_ms = None
    one.save()
    present = store_tables(book, one, drawn)
    more = {"present": present, "method": drawn.method} if act == "draw" else {}
    book.act(act, round_args(one) | more, reason=reason)
    book.tournament.pending_draw = None
    return one


def store_tables(book: Book, one: Round, drawn: Draw) -> int:
    """Pairings and places; how many are here."""
    numbers = [entrant for table in drawn.tables for entrant in table.seats]
    numbers += [bye.unpaired.entrant for bye in drawn.byes]
    found = book.tournament.entrants.filter(number__in=numbers)
    entrants = {entrant.number: entrant for entrant in found}
    pairings = [
        Pairing(round=one, number=place, node=table.node, why=dict(table.why))
        for place, table in enumerate(drawn.tables, 1)
    ]
    Pairing.objects.bulk_create(pairings)
    seated = [
        Place(round=one, pairing=pairing, entrant=entrants[entrant], seat=seat)
        for pairing, table in zip(pairings, drawn.tables, strict=True)
        for seat, entrant in enumerate(table.seats, 1)
    ]
    free = [
        Place(
            round=one,
            entrant=entrants[bye.unpaired.entrant],
            kind=bye.unpaired.kind,
            points=str(bye.unpaired.points),
            node=bye.node,
        )
        for bye in drawn.byes
    ]
    Place.objects.bulk_create(seated + free)
    return len(seated) + sum(place.kind in (Kind.BYE, Kind.FREE) for place in free)


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


def begin(
    *,
    tournament: str | int,
    by: Player | None = None,
    revision: int | None = None,
    now: int | None = None,
) -> Round:
    """The tables are opened from now on, in portions (11.4)."""
    with under_lock(tournament, by=by, now=now) as book:
        one = expect(book, STATES.PUBLISHED)
        book.verify_fresh(round_args(one), revision)
        book.act("begin", round_args(one))
        one.state, one.begun_ms = STATES.OPENING, book.now
        one.save()
    return one
