"""The unit of work: a locked table, its pending changes, and the moves that record these
changes."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from games.accounts.models import Player
from games.rules import fairness
from games.rules.bots import LEAD_MS, PROGRAM_MS
from games.rules.catalogue import rules_of
from games.rules.events import Event
from games.rules.game import Act, Game, Options, Refusal, State
from games.table.clock import moment
from games.table.models import LENGTHS, Move, Seat, Status, Table
from games.table.refusals import Refused, Verdict
from games.table.replay import rebuild

CREDIT_MS, MOST_CREDIT_MS = 30, 250
MOST_LEAD_MS = 400
NOTICED_MS = 20  # smaller changes of the lead are not worth a move
MOST_SHARES = 120  # points of `Table.front`: how many cards every seat had over a game


class Ledger:
    """A locked table.  Changes are collected here, and `orders.close` writes all of them or
    none."""

    def __init__(self, table: Table, seats: list[Seat], now: int) -> None:
        self.table, self.seats = table, seats
        self.now = max(now, table.moved_ms)  # a clock that was set back does not reverse time
        self.start, self.due_ms = table.shown, table.due_ms
        self.waited_ms = self.now - table.moved_ms
        # Game time of the last entry; nothing due is earlier.
        due = table.moved_ms if table.due_ms is None else table.due_ms
        self.latest = max(0, table.game_ms(min(due, table.moved_ms)))
        self.moves: list[Move] = []
        self.fields: set[str] = set()
        self.touched: dict[int, set[str]] = {}
        self.verdict = Verdict(self.start)  # the answer to an order

    # What it is about -----------------------------------------------------------------------

    @cached_property
    def rules(self) -> tuple[Game, Options]:
        return rules_of(self.table.game, self.table.options)

    @property
    def game(self) -> Game:
        return self.rules[0]

    @property
    def o(self) -> Options:
        return self.rules[1]

    @cached_property
    def state(self) -> State:
        return rebuild.stored_state(self.table)

    @cached_property
    def key(self) -> bytes:
        return rebuild.key_of(self.table, self.seats)

    @property
    def at(self) -> int:
        """The present game time (ms)."""
        return self.table.game_ms(self.now)

    def not_before(self, at: int | None) -> int:
        """This game time in ms (None: now), or the time of the last entry if that is later."""
        return max(self.latest, self.at if at is None else at)

    def seat_of(self, player: Player) -> Seat:
        """Return the seat of a player.  Raises Refused if there is none."""
        for seat in self.seats:
            if seat.player_id == player.pk:
                return seat
        raise Refused("NOT_YOUR_SEAT")

    def verify_not_paused(self) -> None:
        if self.table.paused_ms is not None:
            raise Refused("PAUSED")

    # What happens ---------------------------------------------------------------------------

    def change(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self.table, name, value)
        self.fields.update(values)

    def change_seat(self, seat: Seat, **values: Any) -> None:
        for name, value in values.items():
            setattr(seat, name, value)
        self.touched.setdefault(seat.number, set()).update(values)

    def log(
        self,
        act: str,
        *,
        seat: int = 0,
        player: Player | None = None,
        args: dict[str, Any] | None = None,
        at: int | None = None,
        command: UUID | None = None,
        refused: str = "",
        events: Sequence[Event] = (),
        sealed: bool = False,
    ) -> Move:
        """Append a move, which is the only way to raise a table's version.  The time of a move is
        never before that of the last one, except for a timer, whose time the rules set."""
        self.table.version += 1
        self.latest = at if act == "timer" and at is not None else self.not_before(at)
        if sealed:
            self.change(sealed=self.table.sealed + 1)
        move = Move(  # by ids: it is kept longer than this row of the table
            table_id=self.table.pk,
            number=self.table.version,
            seat=seat,
            player_id=player.pk if player else None,
            act=act,
            args=args or {},
            at_ms=self.latest,
            command=command,
            refused=refused,
            events=[event.to_dict() for event in events],
            sealed=sealed,
        )
        self.moves.append(move)
        return move

    def vacate(
        self,
        seat: Seat,
        *,
        act: str = "leave",
        by: Player | None = None,
        command: UUID | None = None,
    ) -> None:
        """Free the seat.  Other players who were ready stay ready."""
        seat.delete()
        self.seats = [other for other in self.seats if other.number != seat.number]
        self.touched.pop(seat.number, None)
        self.log(act, seat=seat.number, player=by, command=command)

    def play(
        self,
        seat: Seat | None,
        act: Act,
        *,
        player: Player | None = None,
        command: UUID | None = None,
        at: int | None = None,
    ) -> Refusal:
        """Do an act of the game for a seat, or for the server (None).  Return the reason for a
        refusal, if any."""
        number = -1 if seat is None else seat.number - 1
        at = self.not_before(at)
        self.game.set_word(self.state, fairness.word(self.key, self.table.version + 1))
        tape: list[Event] = []
        sealed = self.seals(act)
        reject = self.game.apply(self.state, self.o, at, number, act, tape)
        if reject:  # judged now, because an act too early a second ago may be right
            return reject
        name, args = self.game.write_act(act)
        self.log(
            name,
            seat=number + 1,
            player=player,
            args=args,
            at=at,
            command=command,
            events=tape,
            sealed=sealed and not tape and self.seals(act),  # its events would show it
        )
        self.played(at)
        return reject

    def seals(self, act: Act) -> bool:
        """Whether this act would be hidden from other players now."""
        return self.game.sealed(self.state, self.o, act)

    def fire(self) -> None:
        """Fire the game's next timer, as if now were the time of its deadline."""
        at = self.game.deadline(self.state, self.o)
        self.game.set_word(self.state, fairness.word(self.key, self.table.version + 1))
        tape: list[Event] = []
        self.game.fire(self.state, self.o, tape)
        self.log("timer", at=at, events=tape)
        self.played(at)

    def played(self, at: int) -> None:
        """After a change of the game, update the fields that lists show, and end the table if the
        game is over."""
        self.fields.add("state")
        standing = self.game.standing(self.state, self.o)
        if standing["number"] != self.table.length or not self.table.front:
            front = grow_shares(self.table.front, standing["number"], standing["counts"])
            self.change(front=front, length=standing["number"])
        self.change(counts=standing["counts"], wars=standing["wars"])
        result = self.game.result(self.state, self.o)
        if result is not None:
            ended = moment(self.table.epoch_ms(at))
            self.change(
                status=Status.FINISHED,
                end=result.end,
                result=result.text,
                score=self.game.score(self.state, self.o),
                ended_at=ended,
                offer=None,
                size=next(name for name, top in LENGTHS.items() if self.table.length <= top),
                front=[*self.table.front, standing["counts"]],
            )
            for seat, place in zip(self.seats, result.places, strict=True):
                won = seat.number in result.winners
                self.change_seat(seat, place=place, won=won, ended_at=ended)

    def abort(self, reason: str) -> None:
        """End the table without a result."""
        self.log("abort", args={"reason": reason}, at=self.at)
        self.change(
            status=Status.ABORTED,
            reason=reason,
            ended_at=moment(self.now),
            offer=None,
            deal_ms=None,
            paused_ms=None,
        )

    # Races: what the server measures before the rules judge (section 1.9 of the rules) --------

    def timed(
        self, seat: Seat, act: Act, *, by_bot: bool, arrival: int, of_program: bool = False
    ) -> Act:
        """Return an act of a race with its arrival (game time) and the credit for its connection.
        A bot's reaction is drawn instead of measured, so its act arrives at the drawn time.  A
        program is never faster than PROGRAM_MS.  At a table on one screen the device's times
        decide, as there is no connection between the players."""
        name, args = self.game.write_act(act)
        if "arr" not in args:
            return act
        reveal = self.game.view(self.state, self.o, None)["reveal"]
        shown_at = reveal["show_at"] if reveal else self.at
        is_given = by_bot or seat.bot or self.table.one_screen
        arrival = args["rt"] if is_given else arrival - shown_at
        credit = 0 if is_given else min(seat.rtt_ms + CREDIT_MS, MOST_CREDIT_MS)
        arrival, claimed = max(-60_000, min(arrival, 600_000)), args["rt"]
        if of_program:
            arrival, claimed, credit = max(arrival, PROGRAM_MS), max(claimed, PROGRAM_MS), 0
        judged = {"rt": claimed, "arr": arrival, "credit": credit}
        return self.game.read_move(name, args | judged)

    def set_lead(self) -> None:
        """Set how long cards are sent before they are shown, so that even the slowest seat gets
        them in time.  Only for tables where reactions are measured."""
        table = self.table
        is_on = table.status == Status.RUNNING and table.paused_ms is None
        if not (is_on and self.game.races(self.o)):
            return
        slowest = max((seat.rtt_ms for seat in self.seats if not seat.plays_itself), default=0)
        lead = min(slowest // 2 + LEAD_MS, MOST_LEAD_MS)
        if abs(lead - table.lead_ms) >= NOTICED_MS:
            self.change(lead_ms=lead)
            self.play(None, self.game.read_move("lead", {"ms": lead}))


def share_stride(number: int) -> int:
    """The number of battles between two points of the curve after `number` battles: 1, 2, 4, ..."""
    step = 1
    while number // step >= MOST_SHARES - 1:
        step *= 2
    return step


def grow_shares(front: list[list[int]], number: int, counts: list[int]) -> list[list[int]]:
    """Return the curve of card shares after battle `number` began (0: the deal).  Point i is battle
    i * stride; when there are too many points, every other one is dropped."""
    step = share_stride(number)
    points = front
    while len(points) > 1 and len(points) > number // step + 1:
        points = points[::2]
    missing = number // step + 1 - len(points)  # more than one if several battles began at once
    return [*points, *[counts] * missing]
