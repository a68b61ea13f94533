"""The positions of seats, cards and shares in a picture, in its units."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from games.pages.pictures.lettering import WIDTH, fitting
from games.pages.presentation.base import Presentation, Shown
from games.templatetags.cards import COURTS, HIDDEN, suit_of, symbol_of

LEFT = 64
GAP = 12
LARGE = 160  # width of a card with a picture and pips; smaller ones have one large rank
FEW = 4  # seats in a row
SOME = 3  # cards of a tile


class Card(NamedTuple):
    """A card and its position.  `won`: the card is outlined, because it has won."""

    code: str
    x: int
    y: int
    width: int
    won: bool = False

    @property
    def height(self) -> int:
        return self.width * 7 // 5

    @property
    def suit(self) -> str:
        return "x" if self.code == HIDDEN else suit_of(self.code)

    @property
    def face(self) -> str:
        if self.code == HIDDEN:
            return "back"
        return f"{'f' if self.width >= LARGE else 'm'}-{symbol_of(self.code)}"

    @property
    def court(self) -> str:
        """The name of the court picture of this card; "" if the card is drawn without one."""
        symbol = symbol_of(self.code)
        return f"court-{symbol}" if self.width >= LARGE and symbol in COURTS else ""


class Column(NamedTuple):
    """The column of a seat (from 1): its cards, and below them its name and its figure."""

    seat: int
    name: str
    figure: str
    middle: int
    base: int  # of its name
    size: int  # of the letters of its name
    large: int  # of its figure
    cards: Sequence[Card]


class Part(NamedTuple):
    """A part of the bar for a seat (from 1), or for nobody (0)."""

    seat: int
    x: int
    width: int


def columns(shown: Sequence[Shown], names: Sequence[str], figures: Sequence[str]) -> list[Column]:
    """The columns of the seats: in one row, or with five seats or more in two rows with smaller
    cards."""
    rows = 1 if len(shown) <= FEW else 2
    in_row = -(-len(shown) // rows)
    space = WIDTH // in_row
    largest = 70 if rows == 2 else 160 if max(len(seat.cards) for seat in shown) < 2 else 142
    size, large, block = (44, 52, 0) if rows == 1 else (36, 40, 184)
    bottom = 424 if rows == 1 else 284  # of the cards in the first row
    placed = []
    for number, (seat, name, figure) in enumerate(zip(shown, names, figures, strict=True)):
        middle = LEFT + number % in_row * space + space // 2
        end = bottom + number // in_row * block
        cards = fan(seat, middle, end, min(largest, space - GAP), space - GAP)
        own = fitting([name], width=space - GAP, largest=size)
        placed.append(Column(number + 1, name, figure, middle, end + size, own, large, cards))
    return placed


def fan(seat: Shown, middle: int, bottom: int, width: int, space: int) -> list[Card]:
    """A seat's cards in a row; they overlap if there is too little room."""
    step = min(width + GAP, (space - width) // max(len(seat.cards) - 1, 1))
    last = len(seat.cards) - 1
    left, top = middle - (width + step * last) // 2, bottom - width * 7 // 5
    return [
        Card(code, left + step * at, top, width, won=seat.won and at == last)
        for at, code in enumerate(seat.cards)
    ]


def bar(shares: Iterable[tuple[int, float]]) -> list[Part]:
    """The shares of seats (from 1; 0 is nobody) as a bar over the whole width."""
    rows = [(seat, share) for seat, share in shares if share]
    whole = sum(share for _, share in rows) or 1
    edges = [round(WIDTH * edge / whole) for edge in accumulate((s for _, s in rows), initial=0)]
    return [
        Part(seat, LEFT + left, right - left)
        for (seat, _), left, right in zip(rows, edges[:-1], edges[1:], strict=True)
    ]


class Sign(NamedTuple):
    """The sign of a seat (from 1) with its name; signs stand in one row or two."""

    seat: int
    name: str
    x: int
    y: int
    size: int


def signs(names: Sequence[str], *, top: int) -> list[Sign]:
    """The signs of the seats; a name is "" if nobody has the seat."""
    in_row = min(len(names), FEW)
    space = WIDTH // in_row
    return [
        Sign(
            number + 1,
            name,
            LEFT + number % in_row * space,
            top + number // in_row * 46,
            fitting([name], width=space - 70, largest=38),
        )
        for number, name in enumerate(names)
    ]


def tile(presentation: Presentation) -> list[Card]:
    """The cards of a game's tile on the home page, in a row at the lower edge."""
    codes = [code for row in presentation.tile for code in row if len(code) == len(HIDDEN)]
    return fan(Shown(codes[:SOME]), LEFT + WIDTH // 2, 690, 172, WIDTH)
