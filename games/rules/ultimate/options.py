"""The house rules of Ultimate War (section 2.8): what can be chosen, remarks, presets."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from games.rules.options import Choice, Note, Number, Option, Preset, Schema, seconds

_SEATS = ("three", "four", "five", "six", "seven", "eight")


class Order(IntEnum):
    """In which order won cards go under the stack (1.5, 2.4.6)."""

    RANDOM = 0
    WINNER = 1
    LOSER = 2


class Leftover(IntEnum):
    """What becomes of the cards that cannot be dealt evenly (2.1)."""

    CENTER = 0
    SEATS = 1
    REMOVE = 2


class Options(NamedTuple):
    """One table's house rules; times in ms, `stall` 0 = no muster."""

    players: Annotated[
        int,
        Option(
            "Players",
            "Three to eight; best with four to six.",
            *(Choice(str(n), str(n), f"{word} players") for n, word in enumerate(_SEATS, 3)),
            key="seats",
        ),
    ] = 4
    clock: Annotated[
        int,
        Number(
            "Length of the game",
            "Then the player with the most cards wins.",
            *(Choice(str(m * 60_000), f"{m} min") for m in (5, 10, 20, 40, 120)),
            low=300_000,
            high=7_200_000,
            unit="ms",
            main=True,
            phrase=lambda o: f"{o.clock / 60_000:g} minutes",
        ),
    ] = 1_200_000
    pulse: Annotated[
        bool,
        Option(
            "Speed",
            "In real time, or in pulses: one secret move each, all played every four seconds.",
            Choice("realtime", "real time"),
            Choice("pulse", "pulses of 4 s", "a move every 4 s"),
            key="pace",
            main=True,
        ),
    ] = False
    change: Annotated[
        bool,
        Option(
            "Changing the challenged card",
            "The challenged player can offer another card instead, if the challenger agrees.",
            Choice("off", "no"),
            Choice("on", "yes", "challenged cards can be changed"),
            main=True,
        ),
    ] = False
    multi: Annotated[
        bool,
        Option(
            "Calling the whole table",
            "A player can call the table: everyone puts in a card or passes, and the highest wins.",
            Choice("off", "no"),
            Choice("on", "yes", "the whole table can be called"),
            main=True,
        ),
    ] = False
    order: Annotated[
        Order,
        Option(
            "Won cards go under the stack",
            "The order in which the winner takes the cards.",
            Choice("random", "shuffled"),
            Choice("winner", "the winner's first", "winner's cards first"),
            Choice("loser", "the losers' first", "losers' cards first"),
        ),
    ] = Order.RANDOM
    leftover: Annotated[
        Leftover,
        Option(
            "Cards left over",
            "What happens to cards that cannot be dealt evenly.",
            Choice("center", "go with the first pot"),
            Choice("seats", "one more for the first seats", "the first seats get the odd cards"),
            Choice("remove", "are not played", "the odd cards are not played"),
        ),
    ] = Leftover.CENTER
    cooldown: Annotated[
        int,
        Number(
            "Pause between attacks",
            "How long you wait between two attacks.",
            *seconds(250, 500, 1_000, 2_000, 3_000),
            low=250,
            high=3_000,
            unit="ms",
            phrase="{} between attacks",
        ),
    ] = 500
    nofield: Annotated[
        int,
        Number(
            "Time without a field card",
            "After this long without a field card, anyone can call a war on you.",
            *seconds(3_000, 5_000, 10_000, 20_000),
            low=3_000,
            high=20_000,
            unit="ms",
            phrase="{} without a field card",
        ),
    ] = 5_000
    nofield0: Annotated[
        int,
        Number(
            "Time for the first field card",
            "How long everyone has to put down a first field card.",
            *seconds(5_000, 10_000, 20_000, 30_000),
            low=5_000,
            high=30_000,
            unit="ms",
            phrase="{} for the first field card",
        ),
    ] = 10_000
    respond: Annotated[
        int,
        Number(
            "Time to answer a challenge",
            "A challenge that is not answered is accepted.",
            *seconds(4_000, 6_000, 10_000, 20_000, 30_000),
            low=4_000,
            high=30_000,
            unit="ms",
            phrase="{} to answer a challenge",
        ),
    ] = 10_000
    consent: Annotated[
        int,
        Number(
            "Time to agree to a change",
            "No answer means no.",
            *seconds(4_000, 6_000, 10_000, 30_000),
            low=4_000,
            high=30_000,
            unit="ms",
            phrase="{} to agree to a change",
        ),
    ] = 6_000
    multi_window: Annotated[
        int,
        Number(
            "Time to join when the table is called",
            "Players who do not answer pass.",
            *seconds(4_000, 8_000, 15_000, 30_000),
            low=4_000,
            high=30_000,
            unit="ms",
            phrase="{} to join when the table is called",
        ),
    ] = 8_000
    stall: Annotated[
        int,
        Number(
            "When nothing happens",
            "After this long without a fight, everyone shows a card, as in ordinary War.",
            *seconds(20_000, 60_000, 120_000, 300_000),
            Choice("off", "never", "no muster"),
            low=20_000,
            high=300_000,
            unit="ms",
            named={"off": 0},
            main=True,
            phrase="a muster after {}",
        ),
    ] = 60_000
    spoils_shown: Annotated[
        bool,
        Option(
            "Face-down cards of a war",
            "Whether they are shown when won.",
            Choice("hidden", "stay hidden"),
            Choice("shown", "shown", "face-down cards are shown when won"),
            key="spoils",
        ),
    ] = False


SCHEMA = Schema(Options)


def notes(o: Options) -> list[Note]:
    """Remarks on combinations that are allowed but worth a word (2.12)."""
    rows: list[Note] = []
    if not o.stall:
        text = "Without the muster, a game where nobody attacks waits until its clock runs out."
        rows.append(Note(("stall",), text))
    if o.pulse and (o.respond, o.consent, o.multi_window) != (10_000, 6_000, 8_000):
        text = "With pulses, every answer is due at the next pulse, whatever these times say."
        rows.append(Note(("consent", "multi_window", "pace", "respond"), text))
    return rows


PRESETS = (
    Preset("standard", "Ultimate War", "Most cards after 20 minutes wins.", "", 20),
    Preset("short", "Ten minutes", "A shorter game.", "clock=600000", 10, True),
    Preset(
        "long",
        "Forty minutes",
        "Long enough for most games to be decided.",
        "clock=2400000",
        40,
        True,
    ),
    Preset("full", "Full deck", "Until one player has every card.", "clock=7200000", 35, True),
    Preset(
        "family",
        "Family rules",
        "Challenged cards can be changed, and the whole table can be called.",
        "change=on;multi=on",
        20,
    ),
    Preset("pulse", "Pulse", "No hurry: a move every four seconds.", "pace=pulse", 20),
)
