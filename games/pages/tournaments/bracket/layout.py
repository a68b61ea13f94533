"""The layout of a bracket: positions of its boxes and of the lines between them, in pixels."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.tournaments.pairing.elimination.bracket import Node, Winner

WIDTH, ROW = 180, 26  # least width of a box, and height of one entrant in it
WIDEST = 380
ACROSS, DOWN = 24, 10  # between boxes
FAR = 64  # across, where lines cross each other
TITLE = 28  # room above a column
BAND = 20  # between the winners' and the losers' bracket


class Spot(NamedTuple):
    """A box to place: `rows` entrants high, to the right of its sources.  Above a box with a title
    of its own there is room for the title."""

    name: str
    column: int
    rows: int
    sources: tuple[str, ...] = ()
    has_title: bool = False


class Box(NamedTuple):
    x: int
    y: int
    height: int
    width: int = WIDTH

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    @property
    def bottom(self) -> int:
        return self.y + self.height


Boxes = dict[str, Box]


def width_in(room: int, spots: Sequence[Spot], between: int = ACROSS) -> int:
    """The width of boxes whose columns fill the room, within WIDTH..WIDEST."""
    columns = max((spot.column for spot in spots), default=0) + 1
    return min(WIDEST, max(WIDTH, (room + between) // columns - between))


class Line(NamedTuple):
    """A line from the right side of one box to the left side of another."""

    source: str
    target: str
    x1: int
    y1: int
    x2: int
    y2: int

    @property
    def elbow(self) -> str:
        """The SVG path of a line in a tree, which turns just before its target."""
        return f"M{self.x1} {self.y1}H{self.x2 - ACROSS // 2}V{self.y2}H{self.x2}"

    @property
    def curve(self) -> str:
        """The SVG path of a line.  It is curved so that lines that cross can be followed."""
        bend = (self.x1 + self.x2) // 2
        return f"M{self.x1} {self.y1}C{bend} {self.y1} {bend} {self.y2} {self.x2} {self.y2}"


def spots_of(nodes: Sequence[Node]) -> list[list[Spot]]:
    """Spots of a double elimination: the winners' bracket with the match for third place, the
    losers' bracket, and the finals to the right of both."""
    rounds = {node: int(node.name[1:].partition(".")[0]) for node in nodes}
    winners = max(rounds[node] for node in nodes if node.name[0] == "W")
    most = max(rounds[node] for node in nodes if node.name[0] in "WL")
    bands: dict[str, list[Spot]] = {"W": [], "L": [], "F": []}
    for node in nodes:
        letter = node.name[0]
        column = {"P": winners, "F": most + rounds[node]}.get(letter, rounds[node]) - 1
        sources = tuple(dict.fromkeys(s.node for s in node.sources if isinstance(s, Winner)))
        spot = Spot(node.name, column, 2, sources, has_title=letter in "PF")
        bands["W" if letter == "P" else letter].append(spot)
    return list(bands.values())


def tree(bands: Sequence[Sequence[Spot]], width: int = WIDTH) -> Boxes:
    """The boxes of a tree.  Bands are below each other, except the last band, which is to the right
    of all; each box is half-way between its sources."""
    boxes: Boxes = {}
    top = 0
    for band in bands[:-1]:
        _fill(boxes, band, top + TITLE, width)
        top = height_of(boxes) + BAND
    _fill(boxes, bands[-1], TITLE, width)
    return boxes


def _fill(boxes: Boxes, band: Iterable[Spot], top: int, width: int) -> None:
    free: dict[int, int] = {}  # from there down, by column
    for spot in band:
        height = spot.rows * ROW
        middles = [boxes[source].middle for source in spot.sources]
        y = free.get(spot.column, top)
        y += TITLE if spot.has_title and spot.column in free else 0
        if middles:
            y = max(y, sum(middles) // len(middles) - height // 2)
        boxes[spot.name] = Box(spot.column * (width + ACROSS), y, height, width)
        free[spot.column] = y + height + DOWN


def stacks(spots: Sequence[Spot], width: int = WIDTH) -> Boxes:
    """The boxes column by column.  Each column is centred beside the tallest one."""
    columns: dict[int, list[Spot]] = {}
    for spot in spots:
        columns.setdefault(spot.column, []).append(spot)
    heights = {
        column: sum(spot.rows * ROW + DOWN for spot in spots_of_column) - DOWN
        for column, spots_of_column in columns.items()
    }
    boxes: Boxes = {}
    for column, spots_of_column in columns.items():
        y = TITLE + (max(heights.values()) - heights[column]) // 2
        for spot in spots_of_column:
            boxes[spot.name] = Box(column * (width + FAR), y, spot.rows * ROW, width)
            y += spot.rows * ROW + DOWN
    return boxes


def lines(spots: Iterable[Spot], boxes: Mapping[str, Box]) -> list[Line]:
    """The lines between these boxes."""
    lines = []
    for spot in spots:
        for source in spot.sources:
            if source in boxes and spot.name in boxes:
                a, b = boxes[source], boxes[spot.name]
                lines.append(Line(source, spot.name, a.right, a.middle, b.x, b.middle))
    return lines


def height_of(boxes: Mapping[str, Box]) -> int:
    return max((box.bottom for box in boxes.values()), default=0)


def width_of(boxes: Mapping[str, Box]) -> int:
    return max((box.right for box in boxes.values()), default=0)
