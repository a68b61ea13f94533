"""The move text of World War III (section 4.4): one line per round.  Lines are written from events,
and read by playing them.

Some additions make a replay exact: a round with a resignation is written on two lines with the same
number, with the `!r` line between them; with `fallen=centre` the cards that go under the centre
follow `o2` or `!r2` in their order."""

import re
from collections.abc import Sequence

from games.rules.cards import NONE, BigPile, codes, fill, listed, name, parse
from games.rules.events import Event
from games.rules.game import Watch, unwatched
from games.rules.logs import BadLine
from games.rules.ww3 import deal, duel, ending, play, turn
from games.rules.ww3 import events as ev
from games.rules.ww3.options import Options, Order
from games.rules.ww3.state import Answer, Cause, End, How, Phase, Source, Table, row

_RESETS = {Cause.TIE: "rt", Cause.JOKER: "rj", Cause.DOUBLE_HOLD: "rh"}
_HOLDS = {
    How.CALL: "h{}",
    How.SECOND: "h{}s",
    How.BOTH: "h{}=",
    How.BEFORE_JOKER: "h{}j",
    How.FORCED: "f{}",
}
_ENDS = {End.AGREED: "!g", End.ABANDONED: "!x", End.LIMIT: "!l"}


class Writer:
    """A writer of lines from events; `lines` holds the finished lines, `tokens` the tokens of the
    current line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.number = 0
        self.open = False
        self.tokens: list[str] = []

    def line(self) -> str:
        """The current, unfinished line."""
        return " ".join([f"R{self.number}", *self.tokens])

    def close(self) -> None:
        """Finish the current line, if there is one."""
        if self.open:
            self.lines.append(self.line())
        self.open, self.tokens = False, []

    def feed(self, e: Event) -> None:
        """Add the tokens of this event to the log."""
        match e:
            case ev.Round():
                self.close()
                self.number, self.open = e.number, True
            case ev.Resign():
                self.close()
                self.lines.append(" ".join([f"!r{e.seat + 1}", *self.packet(e.packet)]))
            case ev.GameOver():
                self.close()
                self.lines += [_ENDS[e.end]] if e.end in _ENDS else []
            case _:
                new = self.words(e)
                self.open = self.open or bool(new)
                self.tokens += new

    def packet(self, cards: Sequence[int]) -> list[str]:
        """The token for the order in which cards went under the centre; none without cards."""
        return [codes(cards)] if cards else []

    def words(self, e: Event) -> list[str]:
        """The tokens of an event within a round."""
        match e:
            case ev.Play():
                return [f"{e.seat + 1}:{name(e.card)}"]
            case ev.Refill():
                arrow = "<" if e.source == Source.CENTRE else "<<"
                return [f"{e.seat + 1}{arrow}{name(card)}" for card in e.cards]
            case ev.Declare():
                return [f"{e.seat + 1}#{name(e.card)}"]
            case ev.Decline():
                return [f"{e.seat + 1}~{name(e.card)}"]
            case ev.Uncontested() | ev.LapEnd():
                return [f">u{e.seat + 1}"]
            case ev.Out():
                return [f"o{e.seat + 1}", *self.packet(e.packet)]
        return self.war_words(e)

    def war_words(self, e: Event) -> list[str]:
        """The tokens of an event of a war."""
        match e:
            case ev.War():
                return [f"{e.seats[0] + 1}{'v*'[e.why]}{e.seats[1] + 1}"]
            case ev.WarDraw():
                turned = zip(e.seats, e.cards, strict=True)
                rows = ",".join(f"{seat + 1}.{name(card)}" for seat, card in turned)
                return [f"{'I' * e.stage}({rows})"]
            case ev.Hold():
                return [_HOLDS[e.how].format(e.seat + 1)]
            case ev.Reset():
                return [_RESETS[e.why]]
            case ev.JokerDead():
                return [f"x{e.seat + 1}"]
            case ev.CannotDraw():
                return [f"n{e.seat + 1}"]
            case ev.WarEnd() if e.winner == NONE:
                return [">0"]
            case ev.Take():
                return [f">{e.seat + 1}", codes(e.cards) or "-"]
        return []


def write_log(o: Options, deal: str, events: Sequence[Event]) -> list[str]:
    """The move text of these events; an unfinished round gives an unfinished line."""
    writer = Writer()
    for e in events:
        writer.feed(e)
    writer.close()
    return writer.lines


def reorder(pile: BigPile, was: Sequence[int], now: Sequence[int]) -> None:
    """Change the order of adjacent cards in the pile.

    Raises:
        ValueError: `was` and `now` are not the same cards.
    """
    if sorted(was) != sorted(now):
        raise ValueError("the packet is not made of those cards")
    cards = listed(pile)
    first = cards.index(was[0])
    fill(pile, cards[:first] + list(now) + cards[first + len(was) :])


class Reader:
    """A reader that replays a log.  Cards follow from the rules; choices, calls, the order of
    shuffled packets and endings are read from the text.  The text must match the result of the
    rules."""

    def __init__(self, o: Options, deal_text: str, watch: Watch) -> None:
        self.o, self.watch = o, watch
        self.t: Table = deal.from_text(o, deal_text)
        self.t.phase = Phase.ROUND_END
        self.events: list[Event] = []
        self.writer = Writer()
        self.tokens: list[str] = []  # tokens of the current line
        self.given = ""  # the packet of an `!r` line
        self.pending: list[Event] = []  # its effects, which the next line describes

    def read(self, lines: Sequence[str]) -> None:
        """Replay these lines of move text.

        Raises:
            BadLine: the wrong line; `line` counts from 1 within `lines`.
        """
        for number, line in enumerate(lines, 1):
            try:
                self.play_line(line)
            except ValueError as bad:
                raise BadLine(number, str(bad)) from bad
            done = self.t.phase in (Phase.ROUND_END, Phase.OVER)
            ends = "!" in line or number == len(lines) or lines[number].startswith("!")
            if not done and not ends:
                raise BadLine(number, "the round is not finished")
        self.tokens = []
        try:
            self.take_in(self.pending)
        except ValueError as bad:
            raise BadLine(len(lines), str(bad)) from bad

    def play_line(self, line: str) -> None:
        untold = any(not isinstance(e, ev.GameOver) for e in self.pending)
        if self.t.phase == Phase.OVER and (line.startswith("!") or not untold):
            raise ValueError("the game is over before this line")
        if line.startswith("!"):
            self.end(line)
            return
        number, *self.tokens = line.split(" ")
        self.writer.close()
        self.take_in(self.pending)
        self.pending = []
        tape: list[Event] = []
        if self.t.phase == Phase.ROUND_END and not self.writer.tokens:
            turn.begin_round(self.t, self.o, tape)
            self.take_in(tape)
        if number != f"R{self.t.rounds}":
            raise ValueError(f"“{number}” is not the round that comes next")
        while len(self.writer.tokens) < len(self.tokens):
            if self.t.phase in (Phase.ROUND_END, Phase.OVER):
                raise ValueError(f"“{self.tokens[len(self.writer.tokens)]}” comes after the end")
            tape = []
            self.move(self.tokens[len(self.writer.tokens) :], tape)
            self.take_in(tape)

    def take_in(self, tape: list[Event]) -> None:
        """Store the events, with their packets in the order of the log.  Raises ValueError if the
        events do not match the line."""
        for e in tape:
            e = self.packed(e)
            self.events.append(e)
            if isinstance(e, ev.GameOver) and e.end not in _ENDS:
                continue
            self.writer.feed(e)
            tokens = self.writer.tokens
            if tokens != self.tokens[: len(tokens)]:
                raise ValueError(f"the rules give “{self.writer.line()}”")
        self.watch(self.t, 0, tape)

    def packed(self, e: Event) -> Event:
        """The event, with its packet in the order of the log.  Raises ValueError."""
        at, t = len(self.writer.tokens) + 1, self.t
        text = self.tokens[at] if at < len(self.tokens) else ""
        if isinstance(e, ev.Take) and e.cards and self.o.order == Order.SHUFFLE:
            cards = tuple(parse(text))
            reorder(t.seats[e.seat].pickup, e.cards, cards)
            return ev.Take(e.number, e.seat, cards)
        if isinstance(e, ev.Out | ev.Resign) and e.packet:
            cards = tuple(parse(self.given if isinstance(e, ev.Resign) else text))
            reorder(t.centre, e.packet, cards)
            return type(e)(e.number, e.seat, (), cards)
        return e

    def end(self, line: str) -> None:
        """End the game, or resign a seat: `!r<seat>`, `!g`, `!x`, `!l`."""
        tape: list[Event] = []
        ends = {text: end for end, text in _ENDS.items()}
        word, _, self.given = line.partition(" ")
        self.writer.close()
        self.tokens = []
        if line in ends:
            ending.finish(self.t, self.o, ends[line], tape)
        elif re.fullmatch(r"!r[1-6]", word):
            seat = int(word[2]) - 1
            if seat >= self.o.players or self.t.seats[seat].out:
                raise ValueError(f"seat {seat + 1} is not in this game any more")
            play.resign(self.t, self.o, 0, seat, tape)
        else:
            raise ValueError(f"“{line}” is not known")
        self.pending = [*self.pending, *tape[1:]]
        self.take_in(tape[:1])
        if self.writer.lines[-1] != line:
            raise ValueError(f"the rules give “{self.writer.lines[-1]}”")

    def move(self, rest: list[str], tape: list[Event]) -> None:
        """Make the next move; the first tokens hold the players' choices.  Raises ValueError."""
        t, o, token = self.t, self.o, rest[0]
        if t.phase == Phase.TURN:
            self.move_turn(token, tape)
        elif t.phase == Phase.TARGET:
            fits = re.fullmatch(rf"{t.at + 1}\*[1-{o.players}]", token)
            q = int(token[2]) - 1 if fits else t.at
            if q == t.at or t.seats[q].out:
                raise ValueError(f"“{token}” names no opponent")
            turn.target(t, q, tape)
        elif t.phase == Phase.DRAW:
            duel.draw_cards(t, o, tape)
        else:
            self.hear(rest)
            judge = duel.judge_holds if t.phase == Phase.HOLD else duel.judge_joker
            judge(t, o, tape)

    def move_turn(self, token: str, tape: list[Event]) -> None:
        """Make a move of a turn: lay, decline or fight.  Raises ValueError."""
        t, o = self.t, self.o
        if turn.can_beat(t, t.at):
            turn.lay(t, o, tape)
        elif re.fullmatch(r"[1-6]~..", token):
            codes = [name(card) for card in row(t.seats[t.at].shown)]
            if int(token[0]) != t.at + 1 or token[2:] not in codes:
                raise ValueError(f"“{token}” is no declared two of whose turn it is")
            turn.decline(t, o, codes.index(token[2:]), tape)
        else:
            turn.fight(t, o, tape)

    def hear(self, rest: list[str]) -> None:
        """Store the calls of this window, which the first tokens hold."""
        both = rest[0].endswith("=")
        called = [token[1:2] for token in rest[: 1 + both] if re.fullmatch(r"h[1-6][=js]?", token)]
        for p in (self.t.duel.a, self.t.duel.b):
            seat = self.t.seats[p]
            calls = str(p + 1) in called and not seat.holds
            seat.answer = Answer.HOLD if calls else Answer.OPEN
            seat.eff = 0


def read_log(
    o: Options, deal: str, lines: Sequence[str], watch: Watch = unwatched
) -> tuple[Table, list[Event]]:
    """Replay the move text; return the final state and all events.

    Raises:
        BadLine: a line cannot be read, or does not follow from the rules.
        ValueError: the deal is invalid.
    """
    reader = Reader(o, deal, watch)
    reader.read(lines)
    return reader.t, reader.events
