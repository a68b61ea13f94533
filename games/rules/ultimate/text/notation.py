"""The move text of Ultimate War (section 4.3): one line per act or timer.  Lines are written from
events, and read by playing them.  With pace=pulse the acts of a pulse are written in the order in
which they were done; refused acts have no line."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.cards import NONE, card, codes, fill, listed, name, parse
from games.rules.events import Event
from games.rules.game import Act, Watch, unwatched
from games.rules.logs import BadLine
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import deal, legal, play, timers
from games.rules.ultimate import events as ev
from games.rules.ultimate.legal import Kind, card_set
from games.rules.ultimate.options import Options, Order
from games.rules.ultimate.state import (
    HAND,
    PULSE_MS,
    RULES,
    STACK,
    STOPPED_CLOCKS,
    End,
    Force,
    Reject,
    Table,
    Zone,
)

_LETTERS = {Zone.STACK: "s", Zone.HAND: "h", Zone.FIELD: "f"}
_ENDS = {End.CLOCK: "0z", End.AGREED: "!g", End.ABANDONED: "!x", End.LIMIT: "!l"}


def _source(zone: Zone, field_card: int) -> str:
    """A source in the log: `s`, `h` or `fKd`; only a field card is named, because hand and stack
    are hidden."""
    return _LETTERS[zone] + (name(field_card) if zone == Zone.FIELD else "")


def _pair(e: calls.Accept | calls.Agree) -> str:
    return f"{name(e.card)}-{name(e.struck)}"


def _accept(e: calls.Accept) -> str:
    return f"{0 if e.silent else e.target + 1}y{e.number} {_pair(e)}"


def _challenge(e: calls.Challenge) -> str:
    target = f"{e.target + 1}{_LETTERS[e.into]}"
    start = f"{e.seat + 1}c{e.number} {_source(e.zone, e.card)}>{target}"
    return f"{start} ?{codes(e.options)}"


def _confront(e: ev.Confront) -> str:
    source = _LETTERS[e.zone] + name(e.card)
    return f"{e.seat + 1}x {source}>{e.target + 1}:{name(e.struck)}"


def _multi(e: calls.Multi) -> str:
    return f"{e.seat + 1}m {_source(e.zone, e.card)} {e.force.name.lower()}"


def _reveal(e: ev.Reveal) -> str:
    rows = zip(e.seats, e.cards, strict=True)
    return "0r " + " ".join(f"{p + 1}:{name(c)}" for p, c in rows)


# Events that begin a line, and those that continue it.
_HEADS: dict[type[Event], Callable[[Any], str]] = {
    ev.Draw: lambda e: f"{e.seat + 1}d {name(e.card)}",
    ev.Play: lambda e: f"{e.seat + 1}p {name(e.card)}",
    ev.Deploy: lambda e: f"{e.seat + 1}f {name(e.card)}",
    ev.Confront: _confront,
    calls.Challenge: _challenge,
    calls.Accept: _accept,
    calls.Option: lambda e: f"{e.seat + 1}o{e.number} {name(e.card)}>{name(e.struck)}",
    calls.Propose: lambda e: f"{e.seat + 1}g{e.number} {_source(e.zone, e.card)}",
    calls.Agree: lambda e: f"{e.seat + 1}+{e.number} {_pair(e)}",
    calls.Disagree: lambda e: f"{e.seat + 1}-{e.number}",
    calls.Void: lambda e: f"0v{e.number}",
    ev.CallWar: lambda e: f"{e.seat + 1}w {e.target + 1}",
    calls.Multi: _multi,
    calls.Join: lambda e: f"{e.seat + 1}j {_source(e.zone, e.card)}",
    calls.Decline: lambda e: f"{e.seat + 1}n",
    calls.Forced: lambda e: f"0k {e.seat + 1}:{name(e.card)}",
    calls.MultiVoid: lambda e: "0m-",
    ev.Muster: lambda e: "0u",
    ev.Reveal: _reveal,
    ev.Resign: lambda e: f"!r{e.seat + 1}",
}


def _lay(e: ev.Lay) -> str:
    laid = "=" if e.up == NONE else f"{codes(e.down)}:{name(e.up)}"
    return f" {e.seat + 1}:{laid}"


_TAILS: dict[type[Event], Callable[[Any], str]] = {
    ev.War: lambda e: " |t",
    ev.Lay: _lay,
    ev.Take: lambda e: f" >{e.seat + 1} {codes(e.cards)}",
    ev.Carry: lambda e: " >~",
    ev.Deadlock: lambda e: " >0",
}


def write_log(o: Options, deal: str, events: Sequence[Event]) -> list[str]:
    """The move text of these events."""
    lines: list[str] = []
    for e in events:
        if type(e) in _HEADS:
            lines.append(f"{e.at} {_HEADS[type(e)](e)}")  # type: ignore[attr-defined]
        elif type(e) in _TAILS:
            lines[-1] += _TAILS[type(e)](e)
        elif isinstance(e, ev.GameOver) and e.end in _ENDS:
            lines.append(f"{e.at} {_ENDS[e.end]}")
    return lines


_CARD = "[2-9TJQKA][cdhs]"
_SRC = f"s|h|f{_CARD}"
_PATTERNS: dict[Kind, str] = {
    Kind.DRAW: f"d {_CARD}",
    Kind.PLAY: f"p {_CARD}",
    Kind.DEPLOY: f"f {_CARD}",
    Kind.CONFRONT: f"x ([shf])({_CARD})>([1-8]):({_CARD})",
    Kind.CHALLENGE: f"c[0-9]+ ({_SRC})>([1-8])([sh]) \\?((?:{_CARD}){{1,3}})",
    Kind.ACCEPT: f"y([0-9]+) {_CARD}-{_CARD}",
    Kind.OPTION: f"o([0-9]+) ({_CARD})>({_CARD})",
    Kind.CHANGE: f"g([0-9]+) ({_SRC})",
    Kind.CONSENT: f"([+-])([0-9]+)(?: {_CARD}-{_CARD})?",
    Kind.WAR: "w ([1-8])",
    Kind.MULTI: f"m ({_SRC}) (lowest|highest|none)",
    Kind.JOIN: f"j ({_SRC})",
    Kind.PASS: "n",
}
_VERBS = {kind: re.compile(f"(?:{text})(?= [|>]|$)") for kind, text in _PATTERNS.items()}
_LINE = re.compile(r"([0-9]{1,9}) (?:([0-8])|(?=!))(.+)")


def _src(text: str) -> int:
    """The source that a log writes as this word.  Raises ValueError."""
    if text in ("s", "h"):
        return STACK if text == "s" else HAND
    return card(text[1:])


def _seat(text: str) -> int:
    return int(text) - 1


class Reader:
    """A reader that replays a log.  Acts, endings and the order of shuffled packets are read from
    the text; timers and all other moves follow from the rules.  The text must match the result of
    the rules."""

    def __init__(self, o: Options, deal_text: str, rules: int, watch: Watch = unwatched) -> None:
        self.t: Table = deal.from_text(o, deal_text)
        self.t.rules = rules
        self.o, self.watch = o, watch
        self.tape: list[Event] = []

    def read(self, lines: Sequence[str]) -> None:
        """Replay these lines of move text.

        Raises:
            BadLine: the wrong line; `line` counts from 1 within `lines`.
        """
        done = 0
        while done < len(lines):
            tape: list[Event] = []
            try:
                self.play_line(lines[done], tape)
                self.shuffle(lines[done:], tape)
            except ValueError as bad:
                raise BadLine(done + 1, str(bad)) from bad
            expected = write_log(self.o, "", tape)
            if not expected:
                raise BadLine(done + 1, "nothing follows from this line")
            for number, line in enumerate(expected, done):
                given = lines[number] if number < len(lines) else ""
                if given != line:
                    raise BadLine(number + 1, f"the rules give “{line}”, the log has “{given}”")
            self.tape += tape
            done += len(expected)
            self.watch(self.t, self.t.now, tape)
        if self.o.pulse:
            self.t.pulse_at = (self.t.now // PULSE_MS + 1) * PULSE_MS

    def play_line(self, line: str, tape: list[Event]) -> None:
        """Play one line, with its immediate effects.  Raises ValueError."""
        t, o = self.t, self.o
        match = _LINE.fullmatch(line)
        if not match:
            raise ValueError(f"“{line}” is no line of this game")
        at, actor, rest = int(match[1]), match[2], match[3]
        if t.end != End.PLAYING:
            raise ValueError("the game is over before this line")
        if at < t.now:
            raise ValueError("the time goes back")
        if o.pulse:
            t.pulse_at = max(t.pulse_at, at + 1)  # the log has its acts one by one
        due = timers.deadline(t, o)
        if actor == "0":
            if due != at:
                raise ValueError(f"nothing is due at {at}: the next timer is at {due}")
            timers.fire(t, o, tape)
            return
        if due <= at and not o.pulse:
            raise ValueError(f"before this line a timer was due at {due}")
        if actor is None:
            self.end(at, rest, tape)
        else:
            self.act(at, int(actor) - 1, rest, tape)

    def end(self, at: int, text: str, tape: list[Event]) -> None:
        """End the game, or resign a seat: `!r<seat>`, `!g`, `!x`, `!l`.  Raises ValueError."""
        ends = {word: end for end, word in _ENDS.items() if word.startswith("!")}
        if text in ends:
            seat, act = NONE, Act(int(Kind.STOP), int(ends[text]))
        elif re.fullmatch(r"!r[1-8]", text):
            seat, act = _seat(text[2]), Act(int(Kind.RESIGN))
        else:
            raise ValueError(f"“{text}” is not known")
        verdict = play.apply(self.t, self.o, at, seat, act, tape)
        if verdict != Reject.OK:
            raise ValueError(f"refused: {verdict.name}")

    def act(self, at: int, seat: int, text: str, tape: list[Event]) -> None:
        """Do a player's act.  For logs there is no limit to a player's calls of the table.  Raises
        ValueError."""
        t, o = self.t, self.o
        act = self.read_act(seat, text)
        if act.kind == Kind.MULTI and 0 <= seat < t.players:
            t.seats[seat].call_at = 0
        realtime = o._replace(pulse=False)
        verdict = legal.legal(t, realtime, at, seat, act)
        if verdict != Reject.OK:
            raise ValueError(f"refused: {verdict.name}")
        t.now = at
        play.do(t, o, seat, act, tape)

    def read_act(self, seat: int, text: str) -> Act:
        """The act of seat `seat` in this text.

        Raises:
            ValueError: the text is not an act.
        """
        for kind, pattern in _VERBS.items():
            if match := pattern.match(text):
                return Act(int(kind), *self.numbers(kind, seat, match))
        raise ValueError(f"“{text}” is no act")

    def numbers(self, kind: Kind, seat: int, match: re.Match[str]) -> tuple[int, ...]:
        """The arguments of an act as numbers."""
        if kind == Kind.CONFRONT:
            source = card(match[2]) if match[1] == "f" else _src(match[1])
            return (source, _seat(match[3]), card(match[4]))
        if kind == Kind.CHALLENGE:
            codes = [match[4][i : i + 2] for i in range(0, len(match[4]), 2)]
            return (_src(match[1]), _seat(match[2]), _src(match[3]), card_set(codes))
        if kind == Kind.OPTION:
            return (int(match[1]), self.zone_of(seat, card(match[2])), card(match[3]))
        if kind == Kind.CHANGE:
            return (int(match[1]), _src(match[2]))
        if kind == Kind.CONSENT:
            return (int(match[2]), int(match[1] == "+"))
        if kind == Kind.MULTI:
            return (_src(match[1]), int(Force[match[2].upper()]))
        if kind == Kind.JOIN:
            return (_src(match[1]),)
        if kind == Kind.WAR:
            return (_seat(match[1]),)
        return (int(match[1]),) if kind == Kind.ACCEPT else ()

    def zone_of(self, p: int, wanted: int) -> int:
        """The source of seat p in which this card is: HAND, STACK, or the field card itself."""
        seat = self.t.seats[p] if 0 <= p < self.t.players else None
        if seat is not None and seat.hand == wanted:
            return HAND
        if seat is not None and seat.stack.size and seat.stack.cards[seat.stack.top] == wanted:
            return STACK
        return wanted

    def shuffle(self, lines: Sequence[str], tape: list[Event]) -> None:
        """Put shuffled packets under the stacks in the order of the log.  Raises ValueError."""
        if self.o.order != Order.RANDOM:
            return
        for place, e in enumerate(tape):
            if not isinstance(e, ev.Take):
                continue
            number = len(write_log(self.o, "", tape[: place + 1])) - 1
            text = lines[number] if number < len(lines) else ""
            packet = parse(text.rpartition(" ")[2])
            if sorted(packet) != sorted(e.cards):
                raise ValueError(f"the packet of {text!r} is not what was won")
            pile = self.t.seats[e.seat].stack
            rest = listed(pile)
            first = rest.index(e.cards[0]) if e.cards else 0
            fill(pile, rest[:first] + packet + rest[first + len(packet) :])
            tape[place] = ev.Take(e.at, e.seat, tuple(packet))


def read_log(
    o: Options, deal: str, lines: Sequence[str], watch: Watch = unwatched
) -> tuple[Table, list[Event]]:
    """Replay the move text; return the final state and all events.  A log does not name the version
    of its rules, so a log that does not follow from today's rules is tried with older ones.

    Raises:
        BadLine: a line cannot be read, or does not follow from the rules.
        ValueError: the deal is invalid.
    """
    errors = []
    for rules in (RULES, STOPPED_CLOCKS - 1):
        reader = Reader(o, deal, rules)
        try:
            reader.read(lines)
            if watch is not unwatched:  # now that the version is known
                Reader(o, deal, rules, watch).read(lines)
            return reader.t, reader.tape
        except BadLine as bad:
            errors.append(bad)
    raise max(errors, key=lambda bad: bad.line)
