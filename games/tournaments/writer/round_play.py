"""Stages of rounds: drawn, called, played, until all rounds are over."""

from collections.abc import Collection, Sequence

from games.tournaments import terms
from games.tournaments.acts import State
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Entrant, Place, Round, Stage
from games.tournaments.reading.record import record_of, settings_of
from games.tournaments.scoring.record import Unpaired
from games.tournaments.writer import results, rounds, tables
from games.tournaments.writer.deadlines import OVERDUE, end_of_grace, is_due
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.rounds import STATES
from games.tournaments.writer.stage_play import Rows, StagePlay, register


class RoundPlay(StagePlay):
    """A stage of rounds.  Each round is over before the next one is drawn."""

    def first_round(self, stage: Stage) -> int:
        return stage.rounds.exclude(state=STATES.UNDONE).count() + 1

    def join(
        self, ledger: Ledger, stage: Stage, entrant: Entrant, missed: Sequence[Unpaired]
    ) -> None:
        before = stage.rounds.exclude(state=STATES.UNDONE).order_by("number")
        Place.objects.bulk_create(
            Place(round=round_, entrant=entrant, kind=line.kind, points=str(line.points))
            for round_, line in zip(before, missed, strict=True)
        )
        results.restate(stage)

    def due(self, ledger: Ledger, stage: Stage) -> int | None:
        last = stage.rounds.exclude(state=STATES.UNDONE).order_by("-number").first()
        if last is None or last.state == STATES.COMPLETE:
            return next_draw(ledger, stage, last)
        if last.state == STATES.PUBLISHED:
            return last.begins_ms
        if last.state == STATES.OPENING:
            return last.begun_ms
        if last.state != STATES.PLAYING:
            return None
        moments = (end_of_grace(stage, ledger.terms, ledger.now), overdue_ms(ledger, last))
        return min((moment for moment in moments if moment is not None), default=None)

    def go_on(self, stage: Stage, now: int, present: Collection[int]) -> None:
        order, current = Order(stage.tournament_id, now=now), rounds.current(stage)
        if current is None:
            if not results.end_if_decided(order):
                rounds.draw_round(order)
        elif current.state == STATES.PUBLISHED:
            rounds.begin(order)
        elif is_due(end_of_grace(stage, terms.resolve(stage.tournament.terms), now), now):
            tables.settle_absent(order)
        else:
            notice_overdue(order, current)

    def completed(self, ledger: Ledger, round_: Round) -> None:
        if results.stage_is_over(round_.stage, round_.number):
            results.end_stage(ledger, round_.stage)
        else:
            results.save_standing(ledger, round_.stage, round_.number, is_over=False)

    def is_over(self, ledger: Ledger, stage: Stage) -> bool:
        return results.stage_is_over(stage, stage.rounds.filter(state=STATES.COMPLETE).count())

    def standing(self, ledger: Ledger, stage: Stage, after: int, *, is_over: bool) -> Rows:
        out, record = results.without_place(stage), record_of(stage, after)
        has_ended = ledger.state == State.FINISHED
        return stage.format.standing(record, out, is_over=is_over, with_lots=is_over or has_ended)


def next_draw(ledger: Ledger, stage: Stage, last: Round | None) -> int | None:
    """The time of the next draw: early enough to call players before the round begins (10.1,
    10.2)."""
    terms = ledger.terms
    ended = stage.opened_ms if last is None else last.ended_ms
    number = 1 if last is None else last.number + 1
    most = settings_of(stage).rounds
    if last is not None and most and last.number >= most:
        return ledger.now  # there were to be more: the stage ends
    if terms.pace == "director" or ended is None:
        return None
    undone = stage.rounds.filter(number=number, state=STATES.UNDONE, drawn_ms__gte=ended)
    if undone.exists():  # a director draws it again
        return None
    if terms.pace == "schedule":
        planned = terms.times[number - 1 : number]
        return max(ended, planned[0] - terms.call_s * 1000) if planned else None
    return ended if last is None else ended + max(0, terms.break_s - terms.call_s) * 1000


def overdue_ms(ledger: Ledger, current: Round) -> int | None:
    """The time (epoch ms) at which directors are notified that this round is not over, although the
    next one should have begun (10.4)."""
    planned = ledger.terms.times[current.number : current.number + 1]
    if ledger.terms.pace != "schedule" or not planned or ledger.tournament.question == OVERDUE:
        return None
    return planned[0] + ledger.terms.overdue_min * MINUTE_MS


def notice_overdue(order: Order, current: Round) -> None:
    """Tell directors if the next round should have begun."""
    with acting(order) as ledger:
        if is_due(overdue_ms(ledger, current), ledger.now):
            ledger.tournament.question = OVERDUE


register(RoundPlay(), in_waves=False)
