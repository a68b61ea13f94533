"""Scripted cases of World War III, played with the live acts and clocks: hands, piles, options, and
the answers in the order in which they are asked for."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import NONE, card, fill, listed, name
from games.rules.events import Event
from games.rules.game import Act
from games.rules.ww3 import events as ev
from games.rules.ww3 import legal, play
from games.rules.ww3.acts import Kind
from games.rules.ww3.options import SCHEMA
from games.rules.ww3.state import End, Phase, Table, fill_row, fresh_table, leaders, row
from tests.development.scripted.options import loose
from tests.development.scripted.war import Adapter

Case = Mapping[str, Any]
Parts = dict[str, tuple[Any, Any]]
CALL_MS = 400  # a call that comes first
_KINDS = {End.ALL: "win", End.RESIGN: "win"}


def kind_of(end: End) -> str:
    """The cases' word for an end."""
    return _KINDS.get(end, end.name.lower())


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(name, cards))


def told(tape: Sequence[Event]) -> list[str]:
    """The events as the cases write them."""
    rows: list[str] = []
    loser = NONE
    for e in tape:
        if isinstance(e, ev.WarEnd):
            loser = e.loser
            rows += ["drawn_war", "war end: drawn"] if e.winner == NONE else []
        elif isinstance(e, ev.Take):
            beaten = f"war end: P{e.seat + 1} beats P{loser + 1}"
            rows.append(f"{beaten}, takes[{_cards(e.cards)}]")
        else:
            rows += _turn_row(e) or _war_row(e)
    return rows


def _turn_row(e: Event) -> list[str]:
    match e:
        case ev.Round():
            return [f"ROUND {e.number} leader P{e.seat + 1}"]
        case ev.Refill():
            source = e.source.name.lower()
            return [f"refill P{e.seat + 1} " + " ".join(f"{source}:{name(c)}" for c in e.cards)]
        case ev.Declare():
            return [f"declare P{e.seat + 1} {name(e.card)}"]
        case ev.Play():
            return [f"play P{e.seat + 1} {name(e.card)}"]
        case ev.Decline():
            return [f"decline P{e.seat + 1} {name(e.card)} (removed)"]
        case ev.Uncontested():
            return [f"uncontested P{e.seat + 1}"]
        case ev.LapEnd():
            return [f"lap end P{e.seat + 1}"]
        case ev.Out():
            where, cards = ("centre", e.packet) if e.packet else ("removed", e.removed)
            return [f"out P{e.seat + 1} {where}[{_cards(cards)}]"]
        case ev.GameOver():
            winners = "+".join(f"P{p + 1}" for p in e.winners)
            return [f"END {kind_of(e.end)} {winners}"]
    return []


def _war_row(e: Event) -> list[str]:
    match e:
        case ev.War():
            return [f"war P{e.seats[0] + 1} v P{e.seats[1] + 1} ({e.why.name.lower()})"]
        case ev.WarDraw():
            turned = zip(e.seats, e.cards, strict=True)
            rows = [f"P{p + 1}:{name(c)}" for p, c in turned]
            return [" ".join([f"draw WW{'I' * e.stage}", *rows])]
        case ev.Hold():
            return [f"hold P{e.seat + 1} {name(e.card)} ({e.how.name.lower()})"]
        case ev.Reset():
            return [f"reset({e.why.name.lower()})"]
        case ev.JokerDead():
            return [f"joker dead P{e.seat + 1}"]
        case ev.CannotDraw():
            return [f"cannot draw P{e.seat + 1}"]
    return []


class Script:
    """A table at the position of a case, with answers given when asked for."""

    def __init__(self, case: Case) -> None:
        seats = {"seats": len(case["hands"])}
        self.o = loose(SCHEMA, seats | case.get("options", {}))
        self.t = position(case, self.o.players)
        self.answers = [list(answer) for answer in case["answers"]]
        self.tape: list[Event] = []

    def run(self, rounds: int) -> None:
        """Play this many rounds, or to the end of the game."""
        t = self.t
        while t.phase != Phase.OVER and (t.phase != Phase.ROUND_END or t.rounds < rounds):
            if t.phase == Phase.HOLD:
                self.hold()
            elif t.phase == Phase.JOKER:
                self.joker()
            elif t.phase == Phase.TARGET:
                _, q = self.take("target", t.at)
                self.act(t.since, t.at, Act(Kind.TARGET, q))
            elif t.phase == Phase.TURN and legal.has_choice(t):
                _, yes = self.take("decline", t.at)
                two = row(t.seats[t.at].shown)[0]
                self.act(t.since, t.at, Act(Kind.DECLINE, two) if yes else Act(Kind.FIGHT))
            else:
                play.fire(t, self.o, self.tape)

    def take(self, kind: str, who: object) -> tuple[object, Any]:
        """The next answer, which must be to this question.

        Raises:
            ValueError: it is not.
        """
        if not self.answers:
            raise ValueError(f"no answer left for {kind} of {who}")
        answer = self.answers.pop(0)
        named = sorted(answer[1]) if isinstance(answer[1], list) else answer[1]
        if [answer[0], named] != [kind, who]:
            raise ValueError(f"asked is {kind} of {who}, the next answer is {answer}")
        return who, answer[2]

    def act(self, at: int, seat: int, act: Act) -> None:
        """Do it at that time, which may be too late."""
        while 0 <= self.t.until <= at:
            play.fire(self.t, self.o, self.tape)
        play.apply(self.t, self.o, at, seat, act, self.tape)

    def call(self, kind: Kind, ms: int) -> Act:
        """A call this long after the cards were shown."""
        return Act(kind, self.t.reveal, ms, ms, 0)

    def hold(self) -> None:
        """Ask both players who do not hold, starting with the one who began the war."""
        t = self.t
        shown, reveal = t.show_at, t.reveal
        rows = []
        for p in (t.duel.a, t.duel.b):
            if not t.seats[p].holds:
                rows.append((self.take("hold", p)[1], p))
        for ms, p in sorted((ms, p) for ms, p in rows if ms is not False):
            self.act(shown + ms, p, Act(Kind.HOLD, reveal, ms, ms, 0))
        while t.phase == Phase.HOLD and t.reveal == reveal:
            play.fire(t, self.o, self.tape)

    def joker(self) -> None:
        """Let the opponent hold first, or the war reset."""
        t = self.t
        other = t.duel.b if t.duel.joker == t.duel.a else t.duel.a
        if self.take("joker", sorted([t.duel.joker, other]))[1] == "hold":
            self.act(t.show_at + CALL_MS, other, self.call(Kind.HOLD, CALL_MS))
        if t.phase == Phase.JOKER:
            play.fire(t, self.o, self.tape)


def position(case: Case, players: int) -> Table:
    """The table as in the case, before the next round."""
    t = fresh_table()
    for p in range(players):
        seat = t.seats[p]
        seat.out = False
        fill(seat.pickup, [card(code) for code in case["pickups"][p]])
        fill(seat.discard, [card(code) for code in case["discards"][p]])
        fill_row(seat.hand, [card(code) for code in case["hands"][p]])
        fill_row(seat.shown, [card(code) for code in case["shown"][p]])
        seat.captured = (case.get("captured") or [0] * players)[p]
    fill(t.centre, [card(code) for code in case["centre"]])
    t.leader = case["leader"]
    t.phase = Phase.ROUND_END
    return t


def _codes(cards: Sequence[int]) -> list[str]:
    return [name(c) for c in cards]


def parts_of(t: Table, players: int) -> dict[str, Any]:
    """The position as the cases write it."""
    seats = t.seats[:players]
    over = t.phase == Phase.OVER
    return {
        "pickups": [_codes(listed(seat.pickup)) for seat in seats],
        "hands": [_codes(row(seat.hand)) for seat in seats],
        "discards": [_codes(listed(seat.discard)) for seat in seats],
        "shown": [_codes(row(seat.shown)) for seat in seats],
        "centre": _codes(listed(t.centre)),
        "removed": _codes(listed(t.removed)),
        "captured": [seat.captured for seat in seats],
        "next_leader": t.leader,
        "over": [kind_of(t.end), list(leaders(t, players))] if over else None,
    }


def play_rounds(case: Case) -> Parts:
    """Play the case; returns what is expected and played, part by part."""
    script = Script(case)
    script.run(case["rounds"])
    played = {"events": told(script.tape), **parts_of(script.t, script.o.players)}
    expected = case["expect"]
    parts = {key: (expected[key], played[key]) for key in played if key in expected}
    return {**parts, "answers left": ([], script.answers)}


def fits(case: Case) -> bool:
    """Whether it is a case of this game."""
    return "hands" in case and "pickups" in case and "rounds" in case


rounds = Adapter(fits, play_rounds)
