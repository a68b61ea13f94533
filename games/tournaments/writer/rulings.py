"""Acts of directors about results (6.8, 6.9), limits and the last round (9.2, 9.4).  Each function
is one act with a reason, and raises Refused; `pairing` is a primary key."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from games.table import refusals as table_refusals
from games.table.models import Table
from games.table.writer import arranged
from games.tournaments.models import Pairing, Round, Stage, TournamentGame
from games.tournaments.reading.record import HIDDEN, PENDING, has_places, record_of, settings_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import bots_beside, is_ranking
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import (
    call_off,
    complete,
    end_stage,
    make_void,
    pairing_args,
    restate,
    share_points,
    show_tables,
    stage_is_over,
    store_result,
)
from games.tournaments.writer.rounds import STATES, round_args
from games.tournaments.writer.stage_play import play_of
from games.tournaments.writer.tables import mark_away

STATUS = Pairing.Status
UNFINISHED = ("open", "running")  # tables
DEALT = ("running", "finished")
ABSENT = ("noshow", "rule")  # acts that say who did not come


def rule(order: Order, *, pairing: int, places: Sequence[int | None]) -> Pairing:
    """Set the places of a table by seat; None: did not come, and is not drawn before coming back.
    A running game is called off; the log keeps the former result."""
    with deciding(order, "rule", pairing) as (ledger, row):
        verify_places(row, places)
        before = before_now(row)
        replace_result(ledger, row, "rule", STATUS.RULED, places, {"before": before})
        mark_away(place.entrant for place in row.places.filter(place=None))
    return row


def void(order: Order, *, pairing: int) -> Pairing:
    """Declare a pairing void: everybody gets half a win, and they have not met (6.8)."""
    with deciding(order, "void", pairing) as (ledger, row):
        nobody = [None] * row.places.count()
        replace_result(ledger, row, "void", STATUS.VOID, nobody, {})
    return row


def restart(order: Order, *, pairing: int) -> TournamentGame:
    """Discard the last game, and open a new one with the same seats (6.8)."""
    with deciding(order, "restart", pairing) as (ledger, row):
        last = row.games.order_by("number").select_related("table").last()
        is_running = row.round.state in (STATES.OPENING, STATES.PLAYING)
        is_arena = row.round.stage.format.in_waves
        if last is None or not is_running or (is_arena and row.status != STATUS.OPEN):
            raise Refused("NO_GAME")  # players of an arena may sit at another table by now
        if last.table.shared_deal:
            raise Refused("SAME_CARDS")
        free_bracket(ledger, row)
        table = arranged.restart(table=last.table_id, reason=ledger.reason, now=ledger.now)
        if last.table.paused_ms is not None:
            arranged.pause(table=table, reason=ledger.reason, now=ledger.now)
        row.places.update(place=None, points="")
        row.status = STATUS.OPEN
        row.save(update_fields=["status"])
        args = pairing_args(row) | {"game": last.number} | own(ledger, row)
        act = ledger.act("restart", args)
        make_void(row.games.filter(pk=last.pk), act)
        return TournamentGame.objects.create(
            pairing=row, number=last.number + 1, table=table, opened_ms=ledger.now
        )


def extend(order: Order, *, pairing: int, minutes: int) -> Table:
    """Extend the running game.  The log has no act for that, so it gets a note."""
    with deciding(order, "note", pairing) as (ledger, row):
        game = row.games.filter(table__status__in=UNFINISHED).order_by("number").last()
        if game is None:
            raise Refused("NO_GAME")
        try:
            arranged.extend(table=game.table_id, minutes=minutes, now=ledger.now)
        except table_refusals.Refused:  # it has ended just now
            raise Refused("NO_GAME") from None
        args = {"text": f"+{minutes} min"} | pairing_args(row) | own(ledger, row)
        ledger.act("note", args)
    return game.table


def undo(order: Order) -> Round:
    """Undo the last round of the last stage, as if it had never been drawn (9.2)."""
    with acting(order) as ledger:
        ledger.verify("undo")
        last = last_round(ledger.stage)
        if last is None or last.stage.format.in_waves:  # waves of an arena overlap
            raise Refused("NO_ROUND", _("No round of this stage can be undone."))
        undo_round(ledger, last)
    return last


# One table -------------------------------------------------------------------------------


@contextmanager
def deciding(order: Order, act: str, pairing: int) -> Iterator[tuple[Ledger, Pairing]]:
    """The tournament and one of its published pairings, both locked.  Raises Refused."""
    with acting(order) as ledger:
        ledger.verify(act)
        if not ledger.reason:
            raise Refused("REASON")
        rows = Pairing.objects.filter(pk=pairing, round__stage__tournament=ledger.tournament)
        rows = rows.exclude(round__state__in=HIDDEN).select_related("round__stage")
        if connection.features.has_select_for_update:
            rows = rows.select_for_update(of=("self",))  # its table may be opened right now
        row = rows.first()
        if row is None:
            raise Refused("NO_ROUND")
        ledger.verify_fresh(pairing_args(row))
        yield ledger, row


def own(ledger: Ledger, pairing: Pairing) -> dict[str, Any]:
    """The note in the log that the only director decides about their own table (1.5).  Raises
    Refused."""
    return ledger.own(set(pairing.places.values_list("entrant__player_id", flat=True)))


def verify_places(pairing: Pairing, places: Sequence[int | None]) -> None:
    """Check the places of a ruling.  Raises Refused."""
    s = settings_of(pairing.round.stage)
    is_ranked = is_ranking(places, bots_beside(s, places))
    if len(places) != pairing.places.count() or not is_ranked:
        raise Refused("BAD_PLACES")
    if s.format.is_knockout and s.two and list(places) == [1, 1]:
        raise Refused("NO_WINNER")


def before_now(pairing: Pairing) -> dict[str, Any] | None:
    """The present result of a pairing as plain JSON; None if it has none."""
    if pairing.status in PENDING:
        return None
    rows = list(pairing.places.order_by("seat"))
    is_ranked = has_places(pairing.round.stage, pairing.status)
    has_points = not settings_of(pairing.round.stage).duplicate  # duplicate: from the round
    return {
        "status": str(pairing.status),
        "places": [row.place for row in rows] if is_ranked else None,
        "points": play_of(pairing.round.stage).points(pairing) if has_points else None,
    }


def replace_result(
    ledger: Ledger,
    pairing: Pairing,
    act: str,
    status: str,
    places: Sequence[int | None],
    more: dict[str, Any],
) -> None:
    """Replace a result, and everything that depends on it."""
    free_bracket(ledger, pairing)
    round_, was_open = pairing.round, pairing.status in PENDING
    stored = store_result(pairing, places, status)
    play_of(round_.stage).count_anew(ledger, pairing, stored, was_open=was_open)
    decision = ledger.act(act, stored | more | own(ledger, pairing))
    call_off(pairing.games.all(), decision, ledger.reason)
    if status == STATUS.VOID:
        make_void(pairing.games.all(), decision)
    if round_.state == STATES.COMPLETE:
        settle_stage(ledger, round_)
        share_points(round_)
        restate(round_.stage, round_.number)
    complete(ledger, round_)


def settle_stage(ledger: Ledger, round_: Round) -> None:
    """End or reopen an elimination after a ruling."""
    stage = round_.stage
    if not stage.format.is_knockout or stage != ledger.stage:
        return
    if stage_is_over(stage, round_.number):
        end_stage(ledger, stage)
    else:
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])


# What depends on a result ------------------------------------------------------------------


def nodes_after(pairing: Pairing) -> tuple[str, ...]:
    """All nodes of an elimination that depend on this node, directly or through others."""
    stage = pairing.round.stage
    return stage.format.dependents(record_of(stage), pairing.node) if pairing.node else ()


def rounds_after(pairing: Pairing) -> list[Round]:
    """The drawn rounds that depend on this result, the last one first.  In an elimination these are
    all later rounds."""
    standing = pairing.round.stage.rounds.exclude(state=STATES.UNDONE)
    later = standing.filter(number__gt=pairing.round.number).order_by("-number")
    return list(later) if pairing.node else []


def verify_independent(pairing: Pairing) -> list[Round]:
    """The rounds that were drawn from this result and have not begun, the last one first.  Raises
    Refused if one has begun, and names every table that depends on the result (6.9)."""
    rounds = rounds_after(pairing)
    if any(map(has_begun, rounds)):
        raise Refused("DEPENDENTS", dependents_sentence(pairing, rounds))
    return rounds


def free_bracket(ledger: Ledger, pairing: Pairing) -> None:
    """Undo the rounds that were drawn from this result, so that they are drawn again.  Raises
    Refused."""
    for later in verify_independent(pairing):
        undo_round(ledger, later)


def has_begun(round_: Round) -> bool:
    """Whether a game of this round has been dealt, or a pairing is decided."""
    dealt = TournamentGame.objects.filter(pairing__round=round_, table__status__in=DEALT)
    decided = round_.pairings.exclude(status__in=PENDING)
    return dealt.exists() or decided.exists()


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


def undo_round(ledger: Ledger, round_: Round) -> None:
    """Undo a round.  Its results stay visible and do not count, and entrants who did not come to it
    are drawn again."""
    act = ledger.act("undo", round_args(round_))
    round_.state, round_.undone_by = STATES.UNDONE, act.number
    round_.save(update_fields=["state", "undone_by"])  # from now on no worker opens its tables
    games = TournamentGame.objects.filter(pairing__round=round_)
    call_off(games, act, ledger.reason)
    make_void(games.filter(pairing__status=STATUS.OPEN), act)
    show_tables(ledger, [round_])
    missed = ledger.tournament.acts.filter(act__in=ABSENT, at_ms__gte=round_.drawn_ms)
    absent = {
        entrant
        for act in missed
        if act.args["stage"] == round_.stage.number and act.args["round"] == round_.number
        for entrant in act.args["absent"]
    }
    ledger.tournament.entrants.filter(number__in=absent).update(away=False)
    round_.stage.standings.filter(after__gte=round_.number).delete()
    round_.stage.state = Stage.State.RUNNING
    round_.stage.save(update_fields=["state"])
