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
    return f"calls within {o.same_ms} ms count as simultaneous" if worth else ""


def _joker(o: "Options") -> str:
    worth = not o.secret and o.joker_window != 2500
    return f"{o.joker_window / 1000:g} s to hold before a joker" if worth else ""


class Options(NamedTuple):
    """One table's house rules; times in ms.  `players` counts the General too."""

    players: Annotated[
        int,
        Seats(
            "Players",
            "One pack of 56 cards for up to three players, two packs for four or more. Alone, "
            "you play against the General, who follows the policy in the rules.",
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
            "In a race, the faster call counts. In secret, both choose before either is shown.",
            Choice("race", "a race", "holds are called in a race"),
            Choice("secret", "in secret", "holds are called in secret"),
            key="hold",
            main=True,
        ),
    ] = False
    same_ms: Annotated[
        int,
        Number(
            "Simultaneous calls",
            "In a race, calls no further apart than this count as simultaneous.",
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
            "How long both players in a war have to decide whether to hold.",
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
            "In a race, how long players can still hold before a joker sends the war back.",
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
            "The order in which the winner of a war takes the loser's discard pile.",
            Choice("shuffle", "shuffled"),
            Choice("oldest", "oldest card first", "captured cards oldest first"),
            Choice("newest", "newest card first", "captured cards newest first"),
            main=True,
        ),
    ] = Order.SHUFFLE
    fail_plays: Annotated[
        bool,
        Option(
            "If you cannot beat the card",
            "Whether you still lay your highest card before you fight.",
            Choice("keep", "keep your cards"),
            Choice(
                "play",
                "lay your highest card first",
                "players who cannot beat the card still lay one",
            ),
            key="failcard",
            main=True,
        ),
    ] = False
    single_lap: Annotated[
        bool,
        Option(
            "If everyone beats the card",
            "Whether the round goes on after one lap until someone cannot beat the card.",
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
            "What a joker does when the other player is already holding.",
            Choice("immune", "nothing"),
            Choice(
                "reset", "it sends the war back", "jokers reset the war even against a held card"
            ),
            key="heldjoker",
        ),
    ] = False
    second_hold_resets: Annotated[
        bool,
        Option(
            "Second hold in a later stage",
            "What happens when both players have called hold, one after the other.",
            Choice("compare", "the cards are compared"),
            Choice("reset", "the war starts again", "a second hold resets the war"),
            key="seqhold",
        ),
    ] = False
    mid_loses: Annotated[
        bool,
        Option(
            "No cards left in a war",
            "What happens to a player with no card left to turn.",
            Choice("stand", "their last card stands"),
            Choice("lose", "they lose the war", "running out of cards loses the war"),
            key="mid",
        ),
    ] = False
    to_centre: Annotated[  # cards of fallen players
        bool,
        Option(
            "Cards of players who are out",
            "Putting them under the centre can make games twice as long.",
            Choice("remove", "leave the game"),
            Choice(
                "centre",
                "go under the centre, shuffled",
                "cards of players who are out go under the centre",
            ),
            key="fallen",
        ),
    ] = False
    cap: Annotated[
        int,
        Cap(
            "Round limit",
            "After this many rounds, the player who has captured most cards wins.",
            Choice("usual", "200, or 100 with four or more players"),
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
        text = "Discard piles are open, so a careful player can know whole pick-up piles."
        rows.append(Note(("order",), text))
    for key, value in (("same_ms", 500), ("joker_window", 2500)):
        if o.secret and getattr(o, key) != value:
            rows.append(Note((key, "hold"), "No effect: secret calls are not timed."))
    if o.players >= 4 and o.cap > 200:
        text = "With four or more players, a game can take several hundred rounds."
        rows.append(Note(("cap",), text))
    return rows


PRESETS = (
    Preset("standard", "World War III", "Lay higher, or fight a war of three draws.", "", 12),
    Preset("quick", "Quick", "At most 40 rounds.", "cap=40", 8, True),
    Preset("full", "To the last", "Up to 1000 rounds: who survives?", "cap=1000", 30, True),
    Preset("solo", "Against the General", "You against a fixed policy.", "seats=1", 8),
    Preset(
        "secret", "Secret holds", "No race: both players choose, then both see.", "hold=secret", 14
    ),
)
