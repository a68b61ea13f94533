"""Rounds: drawn, published, begun, complete.  Each function is one act, and raises Refused."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.accounts.models import Player
from games.tournaments.models import Pairing, Place, Round, Stage, Tournament
from games.tournaments.pairing.draw import Draw, NoDraw, TooFew
from games.tournaments.reading.record import record_of, settings_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.record import Kind
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting

STATES = Round.State
NOT_BEGUN = (STATES.DRAWN, STATES.PUBLISHED)
TRIES = 5  # attempts at a draw that other acts interrupt


def request_draw(order: Order, *, number: int | None, act: str = "draw") -> Tournament:
    """Have a worker `draw` or `redraw` this round: a draw may take a minute, and no request waits
    for it."""
    with acting(order) as ledger:
        t, stage = ledger.tournament, ledger.stage
        if stage is not None:
            ledger.verify_fresh({"stage": stage.number, "round": number})
        if t.pending_draw:
            raise Refused("STALE", _("This round is already being drawn."))
        if next_number(verify_drawable(ledger, act)) != number:
            raise Refused("STALE")
        t.question = ""
        t.pending_draw = {
            "act": act,
            "by": order.by and order.by.pk,
            "round": number,
            "reason": ledger.reason,
        }
    return t


def draw_pending(order: Order, pending: Mapping[str, Any]) -> Round:
    """Draw the round that a director has requested."""
    by = Player.objects.filter(pk=pending["by"]).first()
    return draw_round(order._replace(by=by, reason=pending["reason"]), act=pending["act"])


def draw_round(order: Order, *, act: str = "draw") -> Round:
    """Draw the next round, or `redraw` the last one.  The draw is computed outside the lock, and
    again if anything was done meanwhile (11.3)."""
    for _try in range(TRIES):
        with acting(order) as ledger:
            stage = verify_drawable(ledger, act)
            revision = ledger.tournament.revision
            ledger.is_quiet = True  # nothing is written yet
        draw = compute(stage)
        with acting(order) as ledger:
            if ledger.tournament.revision == revision:
                stage = verify_drawable(ledger, act)
                round_ = store(ledger, stage, draw, act, instead_of=current(stage))
                if act == "draw" and not (ledger.terms.review and draw.tables):
                    publish_now(ledger, round_)
                return round_
    raise Refused("STALE")


def verify_drawable(ledger: Ledger, act: str = "draw") -> Stage:
    """The stage whose next round may be drawn now, or whose last round again.  Raises Refused."""
    ledger.verify(act)
    stage = ledger.stage
    if stage is None or stage.state != Stage.State.RUNNING or stage.format.in_waves:
        raise Refused("NO_ROUND")  # an arena has waves
    last = current(stage)
    if act == "draw" and last is not None:
        raise Refused("NO_ROUND", _("The round before is not over yet."))
    if act == "draw" and next_number(stage) > (settings_of(stage).rounds or next_number(stage)):
        raise Refused("NO_ROUND", _("All rounds of this stage are played."))
    if act == "redraw" and (last is None or last.state not in NOT_BEGUN):
        raise Refused("NO_ROUND")
    return stage


def current(stage: Stage) -> Round | None:
    """The latest round that is drawn and not complete."""
    done = (STATES.COMPLETE, STATES.UNDONE)
    return stage.rounds.exclude(state__in=done).order_by("number").last()


def next_number(stage: Stage) -> int:
    """The number of the round that is drawn and has not begun, else of the next one to draw."""
    return stage.rounds.exclude(state__in=(STATES.UNDONE, *NOT_BEGUN)).count() + 1


def compute(stage: Stage) -> Draw:
    """Compute a draw.  Raises Refused if too few entrants are here, or no draw is possible."""
    try:
        return stage.format.draw(record_of(stage))
    except TooFew:
        raise Refused("TOO_FEW") from None
    except NoDraw:
        raise Refused("NO_DRAW") from None


def store(
    ledger: Ledger,
    stage: Stage,
    draw: Draw,
    act: str = "draw",
    instead_of: Round | None = None,
) -> Round:
    """Store a drawn round, with its pairings and the entrants without a table, and the act; it
    replaces a round that has not begun."""
    round_ = instead_of or Round(stage=stage, number=next_number(stage))
    if instead_of is not None:
        round_.pairings.all().delete()
        round_.places.all().delete()
    round_.method, round_.cost, round_.why = draw.method, draw.cost, dict(draw.why)
    round_.state, round_.drawn_ms = STATES.DRAWN, ledger.now
    round_.published_ms = round_.begins_ms = None
    round_.save()
    present = store_tables(ledger, round_, draw)
    more = {"present": present, "method": draw.method} if act == "draw" else {}
    ledger.act(act, round_args(round_) | more)
    ledger.tournament.pending_draw = None
    return round_


def store_tables(ledger: Ledger, round_: Round, draw: Draw) -> int:
    """Store pairings and places; return the number of entrants who are here."""
    numbers = [entrant for table in draw.tables for entrant in table.seats]
    numbers += [bye.unpaired.entrant for bye in draw.byes]
    rows = ledger.tournament.entrants.filter(number__in=numbers)
    entrants = {entrant.number: entrant for entrant in rows}
    pairings = [
        Pairing(round=round_, number=place, node=table.node, why=dict(table.why))
        for place, table in enumerate(draw.tables, 1)
    ]
    Pairing.objects.bulk_create(pairings)
    seated = [
        Place(round=round_, pairing=pairing, entrant=entrants[entrant], seat=seat)
        for pairing, table in zip(pairings, draw.tables, strict=True)
        for seat, entrant in enumerate(table.seats, 1)
    ]
    free = [
        Place(
            round=round_,
            entrant=entrants[bye.unpaired.entrant],
            kind=bye.unpaired.kind,
            points=str(bye.unpaired.points),
            node=bye.node,
        )
        for bye in draw.byes
    ]
    Place.objects.bulk_create(seated + free)
    return len(seated) + sum(place.kind in (Kind.BYE, Kind.FREE) for place in free)


def round_args(round_: Round) -> dict[str, Any]:
    """The arguments by which an act names a round."""
    return {"stage": round_.stage.number, "round": round_.number}


def publish(order: Order) -> Round:
    """Publish a round that was drawn for review (9.1)."""
    with acting(order) as ledger:
        round_ = expect(ledger, STATES.DRAWN)
        publish_now(ledger, round_)
    return round_


def publish_now(ledger: Ledger, round_: Round) -> None:
    """Publish a round: everybody sees it, and its players are called to their tables (10.2)."""
    ledger.act("publish", round_args(round_))
    terms = ledger.terms
    round_.state, round_.published_ms = STATES.PUBLISHED, ledger.now
    round_.begins_ms = ledger.now + terms.call_s * 1000
    if not round_.pairings.exists():  # nobody is called
        round_.begins_ms = ledger.now
    elif terms.pace == "schedule" and round_.number <= len(terms.times):
        round_.begins_ms = max(round_.begins_ms, terms.times[round_.number - 1])
    round_.save()


def expect(ledger: Ledger, state: str) -> Round:
    """The current round, if it is in this state.  Raises Refused."""
    stage = ledger.stage
    last = current(stage) if stage else None
    if last is None or last.state != state:
        raise Refused("NO_ROUND")
    return last


def begin(order: Order) -> Round:
    """Begin a round: from now on its tables are opened, in portions (11.4)."""
    with acting(order) as ledger:
        round_ = expect(ledger, STATES.PUBLISHED)
        ledger.act("begin", round_args(round_))
        round_.state, round_.begun_ms = STATES.OPENING, ledger.now
        round_.save()
    return round_
