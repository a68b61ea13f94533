"""The house rules of World War III (section 3.9): options, notes, presets."""

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
from games.rules.phrases import Language, Phrase
from games.rules.phrases import gettext_noop as _

# The number of players from two on, in a form and as a phrase.
_SEATS = (
    (_("two"), _("two players")),
    (_("three"), _("three players")),
    (_("four"), _("four players")),
    (_("five"), _("five players")),
    (_("six"), _("six players")),
)


class Order(IntEnum):
    """The order in which captured cards go under the pile."""

    SHUFFLE = 0
    OLDEST = 1
    NEWEST = 2


def usual_cap(players: int) -> int:
    """The default round limit (3.8)."""
    return 200 if players <= 3 else 100


class Seats(Option):
    """The number of players.  A single player plays against the General, who also has a seat
    (3.12)."""

    def fields(self, values: Values) -> dict[str, int]:
        """The fields for this choice: the number of seats, and whether the General has one of
        them."""
        seats = int(values[self.key])
        return {"players": max(2, seats), "solo": seats == 1}

    def value(self, o: Any) -> str:
        """The number of people: the seats without the seat of the General."""
        return "1" if o.solo else str(o.players)


class Cap(Number):
    """The round limit; the value `usual` depends on the number of players."""

    spare = ("usual",)

    def fields(self, values: Values) -> dict[str, int]:
        value = values[self.key]
        usual = usual_cap(int(values["seats"]))
        return {self.field: usual if value == "usual" else int(value)}

    def value(self, o: Any) -> str:
        """The value of the option as text: the number, or `usual`."""
        return "usual" if o.cap == usual_cap(o.players) else str(o.cap)


def _players(o: "Options", lang: Language) -> str:
    if o.solo:
        return lang.gettext("alone against the General")
    return lang.gettext(_SEATS[o.players - 2][1])


def _same(o: "Options", lang: Language) -> str:
    if o.secret or o.same_ms == 500:
        return ""
    return lang.gettext("calls within {ms} ms count as simultaneous").format(ms=o.same_ms)


def _joker(o: "Options", lang: Language) -> str:
    if o.secret or o.joker_window == 2500:
        return ""
    text = lang.gettext("{seconds} s to hold before a joker")
    return text.format(seconds=f"{o.joker_window / 1000:g}")


def _cap(o: "Options", lang: Language) -> str:
    text = lang.ngettext("at most {count} round", "at most {count} rounds", o.cap)
    return text.format(count=o.cap)


class Options(NamedTuple):
    """The house rules of one table; times in ms.  `players` includes the General."""

    players: Annotated[
        int,
        Seats(
            _("Players"),
            _(
                "One pack of 56 cards for up to three players, two packs for four or more. Alone, "
                "you play against the General, who follows the policy in the rules."
            ),
            Choice("1", _("one, against the General")),
            *(Choice(str(i), word) for i, (word, phrase) in enumerate(_SEATS, 2)),
            key="seats",
            phrase=_players,
        ),
    ] = 3
    solo: bool = False  # seat 2 is the General (3.12)
    secret: Annotated[
        bool,
        Option(
            _("Calling hold"),
            _("In a race, the faster call counts. In secret, both choose before either is shown."),
            Choice("race", _("a race"), _("holds are called in a race")),
            Choice("secret", _("in secret"), _("holds are called in secret")),
            key="hold",
            main=True,
        ),
    ] = False
    same_ms: Annotated[
        int,
        Number(
            _("Simultaneous calls"),
            _("In a race, calls no further apart than this count as simultaneous."),
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
            _("Time to call hold"),
            _("How long both players in a war have to decide whether to hold."),
            *seconds(4000, 6000, 8000, 12000, 20000),
            low=4000,
            high=20000,
            unit="ms",
            phrase=_("{value} to call hold"),
        ),
    ] = 8000
    joker_window: Annotated[
        int,
        Number(
            _("Time after a joker"),
            _("In a race, how long players can still hold before a joker sends the war back."),
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
            _("Captured cards go under the pile"),
            _("The order in which the winner of a war takes the loser's discard pile."),
            Choice("shuffle", _("shuffled")),
            Choice("oldest", _("oldest card first"), _("captured cards oldest first")),
            Choice("newest", _("newest card first"), _("captured cards newest first")),
            main=True,
        ),
    ] = Order.SHUFFLE
    fail_plays: Annotated[
        bool,
        Option(
            _("If you cannot beat the card"),
            _("Whether you still lay your highest card before you fight."),
            Choice("keep", _("keep your cards")),
            Choice(
                "play",
                _("lay your highest card first"),
                _("players who cannot beat the card still lay one"),
            ),
            key="failcard",
            main=True,
        ),
    ] = False
    single_lap: Annotated[
        bool,
        Option(
            _("If everyone beats the card"),
            _("Whether the round goes on after one lap until someone cannot beat the card."),
            Choice("continue", _("the round goes on")),
            Choice(
                "single", _("the highest card leads"), _("after one lap the highest card leads")
            ),
            key="lap",
            main=True,
        ),
    ] = False
    held_joker_resets: Annotated[
        bool,
        Option(
            _("Joker against a held card"),
            _("What a joker does when the other player is already holding."),
            Choice("immune", _("nothing")),
            Choice(
                "reset",
                _("it sends the war back"),
                _("jokers reset the war even against a held card"),
            ),
            key="heldjoker",
        ),
    ] = False
    second_hold_resets: Annotated[
        bool,
        Option(
            _("Second hold in a later stage"),
            _("What happens when both players have called hold, one after the other."),
            Choice("compare", _("the cards are compared")),
            Choice("reset", _("the war starts again"), _("a second hold resets the war")),
            key="seqhold",
        ),
    ] = False
    mid_loses: Annotated[
        bool,
        Option(
            _("No cards left in a war"),
            _("What happens to a player with no card left to turn."),
            Choice("stand", _("their last card stands")),
            Choice("lose", _("they lose the war"), _("running out of cards loses the war")),
            key="mid",
        ),
    ] = False
    to_centre: Annotated[  # cards of players who are out
        bool,
        Option(
            _("Cards of players who are out"),
            _("Putting them under the centre can make games twice as long."),
            Choice("remove", _("leave the game")),
            Choice(
                "centre",
                _("go under the centre, shuffled"),
                _("cards of players who are out go under the centre"),
            ),
            key="fallen",
        ),
    ] = False
    cap: Annotated[
        int,
        Cap(
            _("Round limit"),
            _("After this many rounds, the player who has captured most cards wins."),
            Choice("usual", _("200, with 4 or more players 100")),
            *numbers(40, 100, 200, 1000),
            low=10,
            high=2000,
            unit=_("rounds"),
            main=True,
            phrase=_cap,
        ),
    ] = 200


SCHEMA = Schema(Options, least=1)


def notes(o: Options) -> list[Note]:
    """The notes on combinations that are allowed but unusual (3.9)."""
    rows: list[Note] = []
    if o.order != Order.SHUFFLE:
        text = Phrase(
            _("Discard piles are open, so a careful player can know whole pick-up piles.")
        )
        rows.append(Note(("order",), text))
    for key, value in (("same_ms", 500), ("joker_window", 2500)):
        if o.secret and getattr(o, key) != value:
            text = Phrase(_("No effect: secret calls are not timed."))
            rows.append(Note((key, "hold"), text))
    if o.players >= 4 and o.cap > 200:
        text = Phrase(_("With four or more players, a game can take several hundred rounds."))
        rows.append(Note(("cap",), text))
    return rows


PRESETS = (
    Preset("standard", _("World War III"), _("Lay higher, or fight a war of three draws."), "", 12),
    Preset("quick", _("Quick"), _("At most 40 rounds."), "cap=40", 8, True),
    Preset("full", _("To the last"), _("Up to 1000 rounds: who survives?"), "cap=1000", 30, True),
    Preset("solo", _("Against the General"), _("You against a fixed policy."), "seats=1", 8),
    Preset(
        "secret",
        _("Secret holds"),
        _("No race: both players choose, then both see."),
        "hold=secret",
        14,
    ),
)
