"""The house rules of World War III (section 3.9): what can be chosen, remarks, presets."""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

from games.rules.options import (
    Choice,
    Note,
    Number,
    Option,
    Preset,
    Schema,
    Values,
    numbers,
    seconds,
)

_SEATS = ("two", "three", "four", "five", "six")


class Order(IntEnum):
    """In which order captured cards go under the pile."""

    SHUFFLE = 0
    OLDEST = 1
    NEWEST = 2


def usual_cap(players: int) -> int:
    """The round limit that is not worth mentioning (3.8)."""
    return 200 if players <= 3 else 100


class Seats(Option):
    """The number of players; one plays against the General, who has a seat as well (3.12)."""

    def fields(self, values: Values) -> dict[str, int]:
        """The seats taken, and whether one of them is the General's."""
        seats = int(values[self.key])
        return {"players": max(2, seats), "solo": seats == 1}

    def value(self, o: Any) -> str:
        """The number of people."""
        return "1" if o.solo else str(o.players)


class Cap(Number):
    """The round limit; `usual` goes by the number of players."""

    spare = ("usual",)

    def fields(self, values: Values) -> dict[str, int]:
        """The number of rounds."""
        value = values[self.key]
        usual = usual_cap(int(values["seats"]))
        return {self.field: usual if value == "usual" else int(value)}

    def value(self, o: Any) -> str:
        """The number, or that it is the usual one."""
        return "usual" if o.cap == usual_cap(o.players) else str(o.cap)


def _players(o: "Options") -> str:
    return "alone against the General" if o.solo else f"{_SEATS[o.players - 2]} players"


def _same(o: "Options") -> str:
    worth = not o.secret and o.same_ms != 500
    return f"calls within {o.same_ms} ms count as together" if worth else ""


def _joker(o: "Options") -> str:
    worth = not o.secret and o.joker_window != 2500
    return f"{o.joker_window / 1000:g} s to hold before a joker" if worth else ""


class Options(NamedTuple):
    """One table's house rules; times in ms.  `players` counts the General too."""

    players: Annotated[
        int,
        Seats(
            "Players",
            "Up to three play with one pack of 56 cards, four and more with two. Alone you play "
            "against the General, whose policy is printed in the rules.",
            Choice("1", "one, against the General"),
            *(Choice(str(i), word) for i, word in enumerate(_SEATS, 2)),
            key="seats",
            phrase=_players,
        ),
    ] = 3
    solo: bool = False  # seat 2 is the General (3.12)
    secret: Annotated[
        bool,
        Option(
            "Calling hold",
            "In a race reactions are measured. In secret both choose, and only then it is shown.",
            Choice("race", "a race", "holds are called in a race"),
            Choice("secret", "in secret", "holds are called in secret"),
            key="hold",
            main=True,
        ),
    ] = False
    same_ms: Annotated[
        int,
        Number(
            "At the same time",
            "In a race, calls no further apart than this count as made together.",
            *seconds(200, 300, 500, 750, 1000),
            low=200,
            high=1000,
            unit="ms",
            phrase=_same,
        ),
    ] = 500
    hold_window: Annotated[
        int,
        Number(
            "Time to call hold",
            "How long the two of a war may think about holding.",
            *seconds(4000, 6000, 8000, 12000, 20000),
            low=4000,
            high=20000,
            unit="ms",
            phrase="{} to call hold",
        ),
    ] = 8000
    joker_window: Annotated[
        int,
        Number(
            "Time after a joker",
            "In a race, how long a card may be held before a joker sends the war back.",
            *seconds(1000, 2500, 4000, 6000),
            low=1000,
            high=6000,
            unit="ms",
            phrase=_joker,
        ),
    ] = 2500
    order: Annotated[
        Order,
        Option(
            "Captured cards go under the pile",
            "In which order the winner of a war takes the loser's discard pile.",
            Choice("shuffle", "shuffled"),
            Choice("oldest", "oldest card first", "captured cards oldest first"),
            Choice("newest", "newest card first", "captured cards newest first"),
            main=True,
        ),
    ] = Order.SHUFFLE
    fail_plays: Annotated[
        bool,
        Option(
            "Who cannot beat the card",
            "Whether he lays his highest card all the same before he fights.",
            Choice("keep", "keeps his cards"),
            Choice(
                "play", "lays his highest card first", "who cannot beat lays a card all the same"
            ),
            key="failcard",
            main=True,
        ),
    ] = False
    single_lap: Annotated[
        bool,
        Option(
            "Nobody fails in one lap",
            "Whether the round goes on until somebody cannot beat the card.",
            Choice("continue", "the round goes on"),
            Choice("single", "the highest card leads", "after one lap the highest card leads"),
            key="lap",
            main=True,
        ),
    ] = False
    held_joker_resets: Annotated[
        bool,
        Option(
            "Joker against a held card",
            "What a joker does when the other player holds already.",
            Choice("immune", "nothing"),
            Choice("reset", "it sends the war back", "jokers reset even against a held card"),
            key="heldjoker",
        ),
    ] = False
    second_hold_resets: Annotated[
        bool,
        Option(
            "Second hold in a later stage",
            "What happens when both have called hold, one after the other.",
            Choice("compare", "the cards are compared"),
            Choice("reset", "the war starts again", "a second hold resets the war"),
            key="seqhold",
        ),
    ] = False
    mid_loses: Annotated[
        bool,
        Option(
            "Pick-up pile gone in a war",
            "What becomes of a player who has no card left to turn.",
            Choice("stand", "his last card stands"),
            Choice("lose", "he loses the war", "no card to turn loses the war"),
            key="mid",
        ),
    ] = False
    to_centre: Annotated[  # cards of fallen players
        bool,
        Option(
            "Cards of players who are out",
            "Putting them under the centre makes games up to twice as long.",
            Choice("remove", "leave the game"),
            Choice(
                "centre",
                "go under the centre, shuffled",
                "cards of fallen players go under the centre",
            ),
            key="fallen",
        ),
    ] = False
    cap: Annotated[
        int,
        Cap(
            "Most rounds",
            "After this many rounds who has captured most cards wins.",
            Choice("usual", "200, with four and more players 100"),
            *numbers(40, 100, 200, 1000),
            low=10,
            high=2000,
            unit="rounds",
            main=True,
            phrase=lambda o: f"at most {o.cap} rounds",
        ),
    ] = 200


SCHEMA = Schema(Options, least=1)


def notes(o: Options) -> list[Note]:
    """Remarks on what is allowed but worth a word (3.9)."""
    rows: list[Note] = []
    if o.order != Order.SHUFFLE:
        text = "Discard piles are open: who counts cards may know whole pick-up piles."
        rows.append(Note(("order",), text))
    for key, value in (("same_ms", 500), ("joker_window", 2500)):
        if o.secret and getattr(o, key) != value:
            rows.append(Note((key, "hold"), "No effect: secret calls are not timed."))
    if o.players >= 4 and o.cap > 200:
        text = "With four and more players a game may take several hundred rounds."
        rows.append(Note(("cap",), text))
    return rows


PRESETS = (
    Preset("standard", "World War III", "Lay higher, or fight a war of three draws.", "", 12),
    Preset("quick", "Quick", "Over after 40 rounds at most.", "cap=40", 8, True),
    Preset("full", "To the last", "Up to 1000 rounds: who survives?", "cap=1000", 30, True),
    Preset("solo", "Against the General", "One player and a printed policy.", "seats=1", 8),
    Preset("secret", "Secret holds", "No race: both choose, then both see.", "hold=secret", 14),
)
