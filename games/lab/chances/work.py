"""The starts of games at the places of a curve.  Processes with plain rules prepare them for
workers whose rules are compiled."""

import struct
import zlib
from collections.abc import Iterator, Sequence

from games.lab.chances.course import Course
from games.lab.counting.adapter import find
from games.lab.counting.driver import Start
from games.rules import catalogue

MOST_PLACES = 400
LARGE = 10  # a place is kept where more than a tenth of the cards move


def starts_of(course: Course, view: str) -> list[tuple[str, Start]]:
    """The places of a curve, and the starts of the games from each place.  Raises BadRun."""
    return [
        (course.recording.text_of(index), course.position(index, view).start)
        for index in places_of(course)
    ]


def places_of(course: Course) -> list[int]:
    """The frames of the places of a curve: the end of each battle, turn, war or second.  In a long
    game only some of these are included, but always wars and large moves of cards."""
    frames = list(candidates(course))
    moved = {index: cards_moved(course, index) for index in frames}
    wars = {i for i in frames if course.ends_place(i) and course.places[i] in course.wars}
    large = [i for i in frames if i in wars or LARGE * moved[i] > course.game.cards(course.o)]
    fixed = sorted(large, key=lambda i: -moved[i])[: MOST_PLACES - 2]
    chosen = {frames[0], frames[-1], *fixed}
    rest = [index for index in frames if index not in chosen]
    room = min(len(rest), MOST_PLACES - len(chosen))
    chosen.update(rest[number * len(rest) // room] for number in range(room))
    return sorted(chosen)


def candidates(course: Course) -> Iterator[int]:
    """The frames that a curve may include."""
    adapter = find(course.game.key)
    last = -adapter.every
    for index, place in enumerate(course.places):
        if not course.ends_place(index):
            if adapter.is_place and adapter.is_place(course.game.load(course.states[index])):
                yield index
        elif place >= last + adapter.every or place in course.wars or place == course.places[-1]:
            last = place
            yield index


def cards_moved(course: Course, index: int) -> int:
    """The largest number of cards that a seat won or lost at a place, of which this is the last
    frame; 0 for other frames."""
    place = course.places[index]
    if not course.ends_place(index) or not place:
        return 0
    pairs = zip(course.front[place - 1], course.front[place], strict=True)
    return max(abs(now - before) for before, now in pairs)


def packed(starts: Sequence[Start]) -> bytes:
    rows = [start.packed() for start in starts]
    return zlib.compress(b"".join(struct.pack("<I", len(row)) + row for row in rows), 6)


def unpacked(game: str, data: bytes) -> list[Start]:
    """The starts in these bytes.  Raises StaleLayout if another version of the site packed them."""
    data, at, starts, table = zlib.decompress(data), 0, [], catalogue.find(game).table
    while at < len(data):
        (size,) = struct.unpack_from("<I", data, at)
        starts.append(Start.unpacked(table, data[at + 4 : at + 4 + size]))
        at += 4 + size
    return starts
