"""The move text of War (section 4.2): one line per battle.  Lines are written from events, and read
by playing them.

Two additions make the replay of live games exact: `b2:4c` if seat 2 burned a card for a false slap
(before the first cards: between two battles), and a battle with a resignation is written on two
lines with the same number, with the `!r` line between them."""

import re
from collections.abc import Sequence

from games.rules.cards import NONE, codes, draw, fill, listed, name, one, parse, put
from games.rules.events import Event
from games.rules.game import Watch, unwatched
from games.rules.logs import BadLine
from games.rules.war import battle, deal, ending, make_events, play
from games.rules.war import events as ev
from games.rules.war.options import Options, Order
from games.rules.war.state import End, Phase, Reason, Table

_WARS = {Reason.TIE: "|t", Reason.AUTO: "|a", Reason.CYCLE: "|c"}
_ENDS = {End.AGREED: "!g", End.ABANDONED: "!x", End.LIMIT: "!l"}


class Writer:
    """A writer of lines from events; `lines` holds the finished lines."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.lines: list[str] = []
        self.number = 0
        self.tokens: list[str] = []
        self.running = False  # a battle has begun and its cards are not yet taken
        self.war = ""
        self.hits: list[int] | None = None

    def line(self) -> str:
        """The current, unfinished line; "" if there is none."""
        return " ".join([f"{self.number}.", *self.tokens]) if self.tokens else ""

    def close(self) -> None:
        """Finish the current line, if there is one."""
        if self.tokens:
            self.lines.append(self.line())
        self.tokens = []

    def feed(self, e: Event) -> None:
        """Add the tokens of this event to the log."""
        match e:
            case ev.Flip():
                self.running, self.number = True, e.number
                self.tokens += ["-" if card == NONE else name(card) for card in e.cards]
            case ev.FalseSlap() if e.burned:
                self.number = e.number if self.running else e.number + 1
                self.tokens.append(f"b{e.seat + 1}:{name(e.burned[0])}")
            case ev.Slap():
                self.tokens.append(f"s{e.seat + 1}")
            case ev.SlapTimeout():
                self.tokens.append("s0")
            case ev.War():
                self.war = _WARS[e.reason]
            case ev.Lay():
                self.lay(e)
            case ev.UnderdogCheck():
                self.hits = (self.hits or []) + ([e.seat + 1] if e.hit else [])
            case ev.Counter():
                self.under()
                self.tokens.append(f"u!{e.seat + 1}")
            case ev.Win():
                self.under()
            case ev.Take():
                self.tokens += [f">{e.seat + 1}", codes(e.cards)]
                self.end_battle()
            case ev.Deadlock():
                self.tokens.append(">0")
                self.end_battle()
            case ev.Resign():
                self.close()
                self.lines.append(f"!r{e.seat + 1}")
            case ev.GameOver() if e.end in _ENDS:
                self.close()
                self.lines.append(_ENDS[e.end])

    def lay(self, e: ev.Lay) -> None:
        """Write the cards that a seat lays; the first seat of a war also opens the stage of the
        war."""
        if self.war:
            self.tokens += [self.war, *["-"] * self.players]
            self.war = ""
        laid = "=" if e.up == NONE else codes(e.down) + ":" + name(e.up)
        self.tokens[e.seat - self.players] = laid

    def under(self) -> None:
        """Write the underdog check of the battle, if it has not been written yet."""
        if self.hits is not None:
            self.tokens.append("u" + (",".join(map(str, sorted(self.hits))) or "0"))
        self.hits = None

    def end_battle(self) -> None:
        """End the line of a battle, whose cards are taken, or stay in the centre."""
        self.close()
        self.running = False
        self.war = ""


def write_log(o: Options, deal: str, events: Sequence[Event]) -> list[str]:
    """The move text of these events; an unfinished battle gives an unfinished line."""
    writer = Writer(o.players)
    for e in events:
        writer.feed(e)
    writer.close()
    return writer.lines


_NUMBER = re.compile(r"[1-9][0-9]*\.")


class Reader:
    """A reader that replays a log.  Cards follow from the rules; slaps, burned cards, the order of
    shuffled packets and endings are read from the text.  The text must match the result of the
    rules."""

    def __init__(self, o: Options, deal_text: str, watch: Watch) -> None:
        self.o = o
        self.t: Table = deal.from_text(o, deal_text)
        self.t.phase = Phase.FLIP
        self.tape: list[Event] = []
        self.watch = watch
        watch(self.t, 0, [make_events.dealt(self.t, o)])
        self.writer = Writer(o.players)
        self.written = 0

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
            while self.written < len(self.tape):
                self.writer.feed(self.tape[self.written])
                self.written += 1
            done = self.writer.lines
            expected = done[number - 1] if len(done) >= number else self.writer.line()
            if expected != line or len(done) > number:
                raise BadLine(number, f"the rules give “{expected}”, the log has “{line}”")
            if len(done) < number and number < len(lines) and not lines[number].startswith("!"):
                raise BadLine(number, "the battle is not finished")

    def play_line(self, line: str) -> None:
        if self.t.phase == Phase.OVER:
            raise ValueError("the game is over before this line")
        if line.startswith("!"):
            before = len(self.tape)
            self.end(line)
            self.watch(self.t, 0, self.tape[before:])
            return
        tokens = line.split(" ")
        if not _NUMBER.fullmatch(tokens[0]):
            raise ValueError(f"“{tokens[0]}” is no number of a battle")
        due = self.t.battles + (self.t.phase == Phase.FLIP)
        if tokens[0] != f"{due}.":
            raise ValueError(f"battle {due} comes next, not {tokens[0]}")
        rest = tokens[1:]
        while rest:
            before = len(self.tape)
            rest = rest[self.token(rest) :]
            self.watch(self.t, 0, self.tape[before:])

    def end(self, line: str) -> None:
        """End the game, or resign a seat: `!r<seat>`, `!g`, `!x`, `!l`."""
        ends = {text: end for end, text in _ENDS.items()}
        if line in ends:
            ending.finish(self.t, self.o, ends[line], NONE, self.tape)
        elif re.fullmatch(r"!r[1-9]", line):
            seat = int(line[2]) - 1
            if seat >= self.o.players or self.t.seats[seat].out:
                raise ValueError(f"seat {seat + 1} is not in this game any more")
            play.resign(self.t, self.o, 0, seat, self.tape)
        else:
            raise ValueError(f"“{line}” is not known")

    def token(self, rest: list[str]) -> int:
        """Play the first token, with the tokens that belong to it.  Return how many tokens were
        used."""
        t, o, token = self.t, self.o, rest[0]
        used = 1
        if re.fullmatch(r"b[1-9]:..", token):
            self.burn(int(token[1]) - 1, token[3:])
        elif re.fullmatch(r"s[0-9]", token):
            self.expect(Phase.SLAP, token)
            battle.slapped(t, o, self.slapper(int(token[1]) - 1), self.tape)
        elif token in _WARS.values():
            self.expect(Phase.LAY, token)
            battle.lay(t, o, self.tape)
            battle.look(t, o, self.tape)
            used += o.players
        elif re.fullmatch(r"u[0-9](,[1-9])*", token):
            self.expect(Phase.UNDERDOG, token)
            battle.underdog(t, o, self.tape)
            used += len(rest) > 1 and rest[1].startswith("u!")
        elif re.fullmatch(r">[1-9]", token):
            self.expect(Phase.COLLECT, token)
            self.take(rest[1] if len(rest) > 1 else "")
            used += 1
        elif token == ">0":
            self.expect(Phase.OVER, token)
        else:
            self.expect(Phase.FLIP, token)
            battle.flip(t, o, self.tape)
            battle.look(t, o, self.tape)
            used = o.players
        self.go_on()
        return used

    def expect(self, phase: Phase, token: str) -> None:
        """Check that the token fits the present phase.  Raises ValueError."""
        if self.t.phase != phase:
            raise ValueError(f"“{token}” does not fit: next comes {self.t.phase.name.lower()}")

    def go_on(self) -> None:
        """Judge the open cards, unless a slap window is open, and announce a win."""
        if self.t.phase == Phase.JUDGE:
            battle.judge(self.t, self.o, self.tape)
        if self.t.phase == Phase.WIN:
            battle.announce(self.t, self.o, self.tape)

    def slapper(self, seat: int) -> int:
        """The seat that slapped first, checked; NONE if nobody was first.  Raises ValueError."""
        if seat == NONE:
            return NONE
        if seat >= self.o.players or self.t.seats[seat].out:
            raise ValueError(f"seat {seat + 1} cannot slap")
        return seat

    def burn(self, seat: int, code: str) -> None:
        """Put the card that was burned for a false slap face down into the pot.  Raises
        ValueError."""
        pile = self.t.seats[seat].pile if seat < self.o.players else None
        if pile is None or pile.size == 0 or name(pile.cards[pile.top]) != code:
            raise ValueError(f"{code} is not seat {seat + 1}'s top card")
        card = draw(pile)
        put(self.t.seats[seat].played, card)
        self.t.face_down |= one(card)
        self.tape.append(ev.FalseSlap(self.t.battles, seat, 0, (card,)))

    def take(self, codes: str) -> None:
        """Move the packet under the winner's pile, in the order of the log.  Raises ValueError."""
        t, o = self.t, self.o
        pile = t.seats[t.winner].pile
        before = pile.size
        ending.collect(t, o, None)
        if o.order == Order.RANDOM:
            packet = parse(codes)
            if sorted(packet) != sorted(listed(pile, before)):
                raise ValueError("the packet is not what lay on the table")
            fill(pile, listed(pile)[:before] + packet)
        self.tape.append(make_events.taken(t, before))
        ending.after_battle(t, o, self.tape)


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
    return reader.t, reader.tape
