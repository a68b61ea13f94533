"""A live table of Ultimate War without a server: a clock, acts by name, timers fired when due."""

from collections.abc import Sequence
from typing import Any

from games.rules.cards import NONE, card, listed, name, parse
from games.rules.catalogue import find
from games.rules.game import Reject
from games.rules.ultimate import deal
from games.rules.ultimate.options import SCHEMA
from games.rules.ultimate.state import End, Table, field_cards
from games.rules.ultimate.zones import lay_open
from tests.development.scripted.options import loose
from tests.rules.live import LiveTable

GAME = find("ultimate")


def place(t: Table, p: int, position: str) -> None:
    """Set a seat's cards: `"stack / hand / field"`, each a row of codes, `-` for none."""
    stack, hand, row = (part.strip().replace(" ", "") for part in position.split("/"))
    seat = t.seats[p]
    seat.hand = NONE if hand == "-" else card(hand)
    for shown in parse("" if row == "-" else row):
        lay_open(seat.field, shown, 0)
    deal.fill(seat.stack, parse("" if stack == "-" else stack))
    seat.out = seat.stack.size + seat.field.size == 0 and seat.hand == NONE


class Live(LiveTable):
    game = GAME

    @classmethod
    def of(cls, *seats: str, center: str = "", **options: object) -> "Live":
        """A table at this position; winner's cards go first under the stack."""
        o = loose(SCHEMA, {"order": "winner"} | options)._replace(players=len(seats))
        t = deal.lay_out(o, [[]] * len(seats), parse(center.replace(" ", "")))
        for p, position in enumerate(seats):
            place(t, p, position)
        return cls(o, t)

    def act(self, at: int, seat: int, word: str, *args: Any) -> Reject:
        """Let a seat (from 1; 0 is the server) act at that time; returns the refusal or OK."""
        self.run(at)
        return self.now_act(seat - 1, word, named(word, args))

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of a seat (from 1)."""
        return super().view(None if seat is None else seat - 1)

    def seat(self, number: int) -> str:
        """A seat's cards in the form `place` reads."""
        seat = self.t.seats[number - 1]
        rows = (listed(seat.stack), [] if seat.hand == NONE else [seat.hand], field_cards(seat))
        return " / ".join(" ".join(map(name, row)) or "-" for row in rows)

    @property
    def over(self) -> bool:
        return self.t.end != End.PLAYING


_KEYS = {
    "confront": ("src", "seat", "card"),
    "challenge": ("src", "seat", "zone", "options"),
    "accept": ("challenge",),
    "option": ("challenge", "src", "card"),
    "change": ("challenge", "src"),
    "consent": ("challenge", "yes"),
    "war": ("seat",),
    "multi": ("src", "force"),
    "join": ("src",),
    "stop": ("end",),
}


def named(word: str, args: Sequence[Any]) -> dict[str, object]:
    """The arguments of an act by name, as clients send them."""
    return dict(zip(_KEYS.get(word, ()), args, strict=True))
