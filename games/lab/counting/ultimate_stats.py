"""What is noted while one simulated game of Ultimate War is played."""

from typing import Annotated

from games.rules.records import Byte, Int, Record, Time
from games.rules.ultimate.state import SEATS


class Course(Record):
    """Notes about one game."""

    due: Annotated[list[Time], SEATS]  # when each seat decides next (ms of the game)
    seen: Annotated[list[Int], SEATS]  # the turn of the seat for which that was drawn, plus one
    idle: Annotated[list[Byte], SEATS]  # 1: it found nothing worth doing
    acts: Int  # what players did
    lowest: Annotated[list[Byte], SEATS]  # fewest cards between confrontations
    aces: Annotated[list[Byte], SEATS]
    strength: Annotated[list[Int], SEATS]
    held: Annotated[list[Byte], SEATS]  # cards dealt
    leader: Byte  # who had most cards last; NONE at first
    fights: Int  # confrontations when they were last noted
    wars: Int
    pot: Byte
    depth: Byte
    changes: Int
