"""Acts of directors about results (6.8, 6.9), limits and the last round (9.2, 9.4).  Each function
is one act with a reason; all raise Refused.  `pairing` is its primary key."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from games.table import refusals as table_refusals
from games.table.models import Table
from games.table.writer import arranged
from games.tournaments.models import Pairing, Round, Stage, TournamentGame
from games.tournaments.reading.record import record_of
from games.tournaments.reading.results import KINDS, PENDING, settings_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import is_ranking
from games.tournaments.writer import arena
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import (
    call_off,
    complete,
    end_stage,
    pairing_args,
    restate,
    stage_is_over,
    store_result,
)
from games.tournaments.writer.rounds import STATES, round_args

STATUS = Pairing.Status
UNFINISHED = ("open", "running")  # tables
DEALT = ("running", "finished")


def rule(order: Order, *, pairing: int, places: Sequence[int | None]) -> Pairing:
    """Set the places of a table by seat; None: did not come.  A game that goes on is called off;
    the log keeps what was before."""
    with deciding(order, "rule", pairing) as (ledger, found):
        verify_places(found, places)
        before = before_now(found)
        replace_result(ledger, found, "rule", STATUS.RULED, places, {"before": before})
    return found


def void(order: Order, *, pairing: int) -> Pairing:
    """No result can be had: everybody gets half a win, and they have not met (6.8)."""
    with deciding(order, "void", pairing) as (ledger, found):
        nobody = [None] * found.places.count()
        replace_result(ledger, found, "void", STATUS.VOID, nobody, {})
        found.games.update(void=True)
    return found


def restart(order: Order, *, pairing: int) -> TournamentGame:
    """The last game does not count; a new one with the same seats is opened (6.8)."""
    with deciding(order, "restart", pairing) as (ledger, found):
        last = found.games.order_by("number").select_related("table").last()
        is_running = found.round.state in (STATES.OPENING, STATES.PLAYING)
        is_arena = found.round.stage.format.in_waves
        if last is None or not is_running or (is_arena and found.status != STATUS.OPEN):
            raise Refused("NO_GAME")  # players of an arena may sit at another table by now
        free_bracket(ledger, found)
        table = arranged.restart(table=last.table_id, reason=ledger.reason, now=ledger.now)
        if last.table.paused_ms is not None:
            arranged.pause(table=table, reason=ledger.reason, now=ledger.now)
        last.void = True
        last.save(update_fields=["void"])
        found.places.update(place=None, points="")
        found.status = STATUS.OPEN
        found.save(update_fields=["status"])
        args = pairing_args(found) | {"game": last.number} | own(ledger, found)
        ledger.act("restart", args)
        return TournamentGame.objects.create(
            pairing=found, number=last.number + 1, table=table, opened_ms=ledger.now
        )


def extend(order: Order, *, pairing: int, minutes: int) -> Table:
    """More time for the game that goes on.  The log has no act for it, so it is a note."""
    with deciding(order, "note", pairing) as (ledger, found):
        game = found.games.filter(table__status__in=UNFINISHED).order_by("number").last()
        if game is None:
            raise Refused("NO_GAME")
        try:
            arranged.extend(table=game.table_id, minutes=minutes, now=ledger.now)
        except table_refusals.Refused:  # it has ended just now
            raise Refused("NO_GAME") from None
        args = {"text": f"+{minutes} min"} | pairing_args(found) | own(ledger, found)
        ledger.act("note", args)
    return game.table


def undo(order: Order) -> Round:
    """The last round of the last stage is as if it had not been drawn (9.2)."""
    with acting(order) as ledger:
        ledger.verify("undo")
        one = last_round(ledger.stage)
        if one is None or one.stage.format.in_waves:  # waves of an arena overlap
            raise Refused("NO_ROUND", _("No round of this stage can be undone."))
        undo_round(ledger, one)
    return one


# One table -------------------------------------------------------------------------------


@contextmanager
def deciding(order: Order, act: str, pairing: int) -> Iterator[tuple[Ledger, Pairing]]:
    """The tournament and one of its pairings that everybody sees, both locked.  Raises Refused."""
    with acting(order) as ledger:
        ledger.verify(act)
        if not ledger.reason:
            raise Refused("REASON")
        hidden = (STATES.DRAWN, STATES.UNDONE)
        rows = Pairing.objects.filter(pk=pairing, round__stage__tournament=ledger.tournament)
        rows = rows.exclude(round__state__in=hidden).select_related("round__stage")
        if connection.features.has_select_for_update:
            rows = rows.select_for_update(of=("self",))  # its table may be opened right now
        found = rows.first()
        if found is None:
            raise Refused("NO_ROUND")
        ledger.verify_fresh(pairing_args(found))
        yield ledger, found


def own(ledger: Ledger, pairing: Pairing) -> dict[str, Any]:
    """Whether the only director decides about their own table (1.5).  Raises Refused."""
    return ledger.own(set(pairing.places.values_list("entrant__player_id", flat=True)))


def verify_places(pairing: Pairing, places: Sequence[int | None]) -> None:
    """Raises Refused."""
    s = settings_of(pairing.round.stage)
    if len(places) != pairing.places.count() or not is_ranking(places):
        raise Refused("BAD_PLACES")
    if s.format.is_knockout and s.two and list(places) == [1, 1]:
        raise Refused("NO_WINNER")


def before_now(pairing: Pairing) -> dict[str, Any] | None:
    """The result so far; None while there is none."""
    if pairing.status in PENDING:
        return None
    rows = list(pairing.places.order_by("seat"))
    is_ranked = pairing.status not in KINDS
    return {
        "status": str(pairing.status),
        "places": [row.place for row in rows] if is_ranked else None,
        "points": [row.points or "0" for row in rows],
    }


def replace_result(
    ledger: Ledger,
    pairing: Pairing,
    act: str,
    status: str,
    places: Sequence[int | None],
    more: dict[str, Any],
) -> None:
    """Another result, and what follows from it."""
    free_bracket(ledger, pairing)
    call_off(ledger, pairing.games.all(), ledger.reason)
    one, was_open = pairing.round, pairing.status in PENDING
    told = store_result(pairing, places, status)
    ledger.act(act, told | more | own(ledger, pairing))
    if one.stage.format.in_waves:
        count_in_arena(ledger, pairing, was_open)
    if one.state == STATES.COMPLETE:
        settle_stage(ledger, one)
        restate(one.stage, one.number)
    complete(ledger, one)


def count_in_arena(ledger: Ledger, pairing: Pairing, was_open: bool) -> None:
    if was_open:
        arena.release(ledger, pairing.round.stage, [pairing])
    else:
        seated = pairing.places.values_list("entrant__number", flat=True)
        arena.recount(pairing.round.stage, list(seated))


def settle_stage(ledger: Ledger, one: Round) -> None:
    """An elimination may be over through a ruling, or go on after all."""
    stage = one.stage
    if not stage.format.is_knockout or stage != ledger.stage:
        return
    if stage_is_over(stage, one.number):
        end_stage(ledger, stage)
    else:
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])


# What depends on a result ------------------------------------------------------------------


def nodes_after(pairing: Pairing) -> tuple[str, ...]:
    """The nodes of an elimination that depend on this one, not only the next."""
    stage = pairing.round.stage
    return stage.format.dependents(record_of(stage), pairing.node) if pairing.node else ()


def rounds_after(pairing: Pairing) -> list[Round]:
    """The rounds that are drawn and depend on this result."""
    nodes = nodes_after(pairing)
    drawn = pairing.round.stage.rounds.exclude(state=STATES.UNDONE)
    depend = Q(pairings__node__in=nodes) | Q(places__node__in=nodes)
    return list(drawn.filter(depend).distinct().order_by("number")) if nodes else []


def verify_independent(pairing: Pairing) -> list[Round]:
    """The round that is drawn from this result and has not begun, if there is one.  Raises Refused
    if it has begun, and names every table that depends on the result (6.9)."""
    rounds = rounds_after(pairing)
    if len(rounds) > 1 or any(map(has_begun, rounds)):
        raise Refused("DEPENDENTS", dependents_sentence(pairing, rounds))
    return rounds


def free_bracket(ledger: Ledger, pairing: Pairing) -> None:
    """What is drawn from this result is undone, to be drawn anew.  Raises Refused."""
    for one in verify_independent(pairing):
        undo_round(ledger, one)


def has_begun(one: Round) -> bool:
    """Have cards been dealt in this round, or is anything decided?"""
    dealt = TournamentGame.objects.filter(pairing__round=one, table__status__in=DEALT)
    decided = one.pairings.exclude(status__in=PENDING)
    return one.state == STATES.COMPLETE or dealt.exists() or decided.exists()


def dependents_sentence(pairing: Pairing, rounds: Sequence[Round]) -> str:
    tables = Pairing.objects.filter(round__in=rounds, node__in=nodes_after(pairing))
    named = [
        _("round %(round)d, table %(table)d") % {"round": number, "table": table}
        for number, table in tables.order_by("round__number", "number").values_list(
            "round__number", "number"
        )
    ]
    text = _("Tables that depend on this result have begun: %(tables)s. Undo their rounds first.")
    return text % {"tables": "; ".join(named)}


# The last round ----------------------------------------------------------------------------


def last_round(stage: Stage | None) -> Round | None:
    if stage is None:
        return None
    return stage.rounds.exclude(state=STATES.UNDONE).order_by("number").last()


def undo_round(ledger: Ledger, one: Round) -> None:
    """Its results stay to be seen, and count no more; its no-shows are forgotten."""
    act = ledger.act("undo", round_args(one))
    one.state, one.undone_by = STATES.UNDONE, act.number
    one.save(update_fields=["state", "undone_by"])  # from now on no worker opens its tables
    call_off(ledger, TournamentGame.objects.filter(pairing__round=one), ledger.reason)
    TournamentGame.objects.filter(pairing__round=one, pairing__status=STATUS.OPEN).update(void=True)
    missed = ledger.tournament.acts.filter(act="noshow", at_ms__gte=one.drawn_ms)
    absent = {
        entrant
        for act in missed
        if act.args["stage"] == one.stage.number and act.args["round"] == one.number
        for entrant in act.args["absent"]
    }
    ledger.tournament.entrants.filter(number__in=absent).update(away=False)
    one.stage.standings.filter(after__gte=one.number).delete()
    one.stage.state = Stage.State.RUNNING
    one.stage.save(update_fields=["state"])
