"""A live table of World War III without a server: a clock, acts by name, timers fired when due."""

from collections.abc import Sequence
from typing import Any

from games.rules.cards import fill, parse
from games.rules.catalogue import find
from games.rules.game import Reject
from games.rules.ww3 import deal
from games.rules.ww3.options import SCHEMA, Options, usual_cap
from games.rules.ww3.state import Phase, Table, fill_row
from tests.development.scripted.options import loose
from tests.rules.live import LiveTable

GAME = find("ww3")


def cards(text: str) -> list[int]:
    """`"9c 5d"` as cards."""
    return parse(text.replace(" ", ""))


def lay_out(
    hands: Sequence[str],
    pickups: Sequence[str],
    centre: str = "",
    discards: Sequence[str] = (),
    shown: Sequence[str] = (),
    leader: int = 0,
    **options: object,
) -> tuple[Options, Table]:
    """A position, top cards first; options by key, oldest card first."""
    players = len(hands)
    o = loose(SCHEMA, {"order": "oldest"} | options)
    o = o._replace(players=players, cap=o.cap if "cap" in options else usual_cap(players))
    rows = [cards(hand) for hand in hands], [cards(pile) for pile in pickups]
    t = deal.lay_out(o, *rows, cards(centre), leader)
    for seat, pile in zip(t.seats, discards, strict=False):
        fill(seat.discard, cards(pile))
    for seat, twos in zip(t.seats, shown, strict=False):
        fill_row(seat.shown, cards(twos))
    return o, t


class Live(LiveTable):
    game = GAME

    @classmethod
    def of(cls, *args: Any, **kwargs: Any) -> "Live":
        """A table at this position, with the first turn open."""
        live = cls(*lay_out(*args, **kwargs))
        live.run(3000)
        return live

    def do(self, seat: int, name: str, **args: object) -> None:
        """Do an act, which must be accepted."""
        assert self.act(seat, name, **args) == Reject.OK

    def draw(self, *seats: int) -> None:
        """These seats ask for their cards once those on show have been seen, or do not hold."""
        if self.phase == Phase.DRAW and self.t.reveal:
            self.run(max(self.now, self.t.show_at + 600))
        for seat in seats:
            self.do(seat, "draw")

    def call(self, seat: int, ms: int, name: str = "hold", reveal: int | None = None) -> Reject:
        """A call this long after the cards were shown, without network delay."""
        number = self.t.reveal if reveal is None else reveal
        self.run(max(self.now, self.t.show_at + ms))
        return self.act(seat, name, reveal=number, rt=ms, arr=ms, credit=0)

    @property
    def phase(self) -> Phase:
        return Phase(self.t.phase)


# Positions ---------------------------------------------------------------------------------

TEN, NINE = "Tc9c8c7c6c", "9d8d7d6d5d"
HANDS = ("Tc9c8c7c6c", "9d8d7d6d5d", "9h8h7h6h5h")
PILES = ("3c4cKc5c", "4d5cTd6s", "3h4hAhTs")
CENTRE = "3s4s5s6s7s8s"


def usual(*hands: str, **more: object) -> Live:
    """Three players with default hands, except those given."""
    given = [*hands, *HANDS[len(hands) :]]
    return Live.of(given, more.pop("pickups", PILES), more.pop("centre", CENTRE), **more)


def war(mine: str, yours: str, third: str | None = None, **options: object) -> Live:
    """Seat 1 has laid a ten that seat 2 cannot beat; piles of seat 1 and seat 2."""
    hands, piles = [TEN, NINE], [mine, yours]
    if third is not None:
        hands, piles = [*hands, "9h8h7h6h5h"], [*piles, third]
    live = Live.of(hands, piles, CENTRE, **options)
    live.do(0, "play")
    live.do(1, "fight")
    return live


def drawn(mine: str, yours: str, **options: object) -> Live:
    """... with the first cards turned."""
    live = war(mine, yours, **options)
    live.draw(0, 1)
    return live


def side(live: Live, seat: int) -> dict:
    return next(s for s in live.view(None)["war"]["sides"] if s["seat"] == seat + 1)
