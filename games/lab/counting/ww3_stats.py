"""What is noted while one simulated game of World War III is played."""

from typing import Annotated

from games.rules.records import Byte, Int, Record, Time


class Course(Record):
    """Notes about one game."""

    clock: Time  # ms since the deal, as a table of such players would take
    acts: Int  # what players did
    lowest: Annotated[list[Byte], 6]  # smallest pick-up pile between rounds, by seat
    jokers: Annotated[list[Byte], 6]  # dealt
    strength: Annotated[list[Int], 6]
    leader: Byte  # whose pick-up pile was the largest last; NONE at first
    fought: Int  # wars begun when the present one was noted
    drawn: Int  # cards turned before it
    pot: Byte
    depth: Byte
    changes: Int
