"""The house rules of Ultimate War (section 2.8): options, notes, presets."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from games.rules.options import Choice, Note, Number, Option, Preset, Schema, seconds
from games.rules.phrases import Language, Phrase
from games.rules.phrases import gettext_noop as _

_SEATS = (
    *(_("three players"), _("four players"), _("five players"), _("six players")),
    *(_("seven players"), _("eight players")),
)


class Order(IntEnum):
    """The order in which won cards go under the stack (1.5, 2.4.6)."""

    RANDOM = 0
    WINNER = 1
    LOSER = 2


class Leftover(IntEnum):
    """The place for cards that cannot be dealt evenly (2.1)."""

    CENTER = 0
    SEATS = 1
    REMOVE = 2


def _clock(o: "Options", lang: Language) -> str:
    minutes = o.clock / 60_000
    text = lang.ngettext("{count} minute", "{count} minutes", int(minutes))
    return text.format(count=f"{minutes:g}")


class Options(NamedTuple):
    """The house rules of one table; times in ms, `stall` 0 = no muster."""

    players: Annotated[
        int,
        Option(
            _("Players"),
            _("Three to eight; best with four to six."),
            *(Choice(str(n), str(n), phrase) for n, phrase in enumerate(_SEATS, 3)),
            key="seats",
        ),
    ] = 4
    clock: Annotated[
        int,
        Number(
            _("Length of the game"),
            _("Then the player with the most cards wins."),
            *(Choice(str(m * 60_000), f"{m} min") for m in (5, 10, 20, 40, 120)),
            low=300_000,
            high=7_200_000,
            unit="ms",
            main=True,
            phrase=_clock,
        ),
    ] = 1_200_000
    pulse: Annotated[
        bool,
        Option(
            _("Speed"),
            _("In real time, or in pulses: one secret move each, all played every four seconds."),
            Choice("realtime", _("real time")),
            Choice("pulse", _("pulses of 4 s"), _("a move every 4 s")),
            key="pace",
            main=True,
        ),
    ] = False
    change: Annotated[
        bool,
        Option(
            _("Changing the challenged card"),
            _("The challenged player can offer another card instead, if the challenger agrees."),
            Choice("off", _("no")),
            Choice("on", _("yes"), _("challenged cards can be changed")),
            main=True,
        ),
    ] = False
    multi: Annotated[
        bool,
        Option(
            _("Calling the whole table"),
            _(
                "A player can call the table: everyone puts in a card or passes, "
                "and the highest wins."
            ),
            Choice("off", _("no")),
            Choice("on", _("yes"), _("the whole table can be called")),
            main=True,
        ),
    ] = False
    order: Annotated[
        Order,
        Option(
            _("Won cards go under the stack"),
            _("The order in which the winner takes the cards."),
            Choice("random", _("shuffled")),
            Choice("winner", _("the winner's first"), _("winner's cards first")),
            Choice("loser", _("the losers' first"), _("losers' cards first")),
        ),
    ] = Order.RANDOM
    leftover: Annotated[
        Leftover,
        Option(
            _("Cards left over"),
            _("What happens to cards that cannot be dealt evenly."),
            Choice("center", _("go with the first pot")),
            Choice(
                "seats", _("one more for the first seats"), _("the first seats get the odd cards")
            ),
            Choice("remove", _("are not played"), _("the odd cards are not played")),
        ),
    ] = Leftover.CENTER
    cooldown: Annotated[
        int,
        Number(
            _("Pause between attacks"),
            _("How long you wait between two attacks."),
            *seconds(250, 500, 1_000, 2_000, 3_000),
            low=250,
            high=3_000,
            unit="ms",
            phrase=_("{value} between attacks"),
        ),
    ] = 500
    nofield: Annotated[
        int,
        Number(
            _("Time without a field card"),
            _("After this long without a field card, anyone can call a war on you."),
            *seconds(3_000, 5_000, 10_000, 20_000),
            low=3_000,
            high=20_000,
            unit="ms",
            phrase=_("{value} without a field card"),
        ),
    ] = 5_000
    nofield0: Annotated[
        int,
        Number(
            _("Time for the first field card"),
            _("How long everyone has to put down a first field card."),
            *seconds(5_000, 10_000, 20_000, 30_000),
            low=5_000,
            high=30_000,
            unit="ms",
            phrase=_("{value} for the first field card"),
        ),
    ] = 10_000
    respond: Annotated[
        int,
        Number(
            _("Time to answer a challenge"),
            _("A challenge that is not answered is accepted."),
            *seconds(4_000, 6_000, 10_000, 20_000, 30_000),
            low=4_000,
            high=30_000,
            unit="ms",
            phrase=_("{value} to answer a challenge"),
        ),
    ] = 10_000
    consent: Annotated[
        int,
        Number(
            _("Time to agree to a change"),
            _("No answer means no."),
            *seconds(4_000, 6_000, 10_000, 30_000),
            low=4_000,
            high=30_000,
            unit="ms",
            phrase=_("{value} to agree to a change"),
        ),
    ] = 6_000
    multi_window: Annotated[
        int,
        Number(
            _("Time to join when the table is called"),
            _("Players who do not answer pass."),
            *seconds(4_000, 8_000, 15_000, 30_000),
            low=4_000,
            high=30_000,
            unit="ms",
            phrase=_("{value} to join when the table is called"),
        ),
    ] = 8_000
    stall: Annotated[
        int,
        Number(
            _("When nothing happens"),
            _("After this long without a fight, everyone shows a card, as in ordinary War."),
            *seconds(20_000, 60_000, 120_000, 300_000),
            Choice("off", _("never"), _("no muster")),
            low=20_000,
            high=300_000,
            unit="ms",
            named={"off": 0},
            main=True,
            phrase=_("a muster after {value}"),
        ),
    ] = 60_000
    spoils_shown: Annotated[
        bool,
        Option(
            _("Face-down cards of a war"),
            _("Whether they are shown when won."),
            Choice("hidden", _("stay hidden")),
            Choice("shown", _("shown"), _("face-down cards are shown when won")),
            key="spoils",
        ),
    ] = False


SCHEMA = Schema(Options)


def notes(o: Options) -> list[Note]:
    """The notes on combinations that are allowed but unusual (2.12)."""
    rows: list[Note] = []
    if not o.stall:
        text = Phrase(
            _("Without the muster, a game where nobody attacks waits until its clock runs out.")
        )
        rows.append(Note(("stall",), text))
    if o.pulse and (o.respond, o.consent, o.multi_window) != (10_000, 6_000, 8_000):
        text = Phrase(
            _("With pulses, every answer is due at the next pulse, whatever these times say.")
        )
        rows.append(Note(("consent", "multi_window", "pace", "respond"), text))
    return rows


PRESETS = (
    Preset("standard", _("Ultimate War"), _("Most cards after 20 minutes wins."), "", 20),
    Preset("short", _("Ten minutes"), _("A shorter game."), "clock=600000", 10, True),
    Preset(
        "long",
        _("Forty minutes"),
        _("Long enough for most games to be decided."),
        "clock=2400000",
        40,
        True,
    ),
    Preset(
        "full", _("Full deck"), _("Until one player has every card."), "clock=7200000", 35, True
    ),
    Preset(
        "family",
        _("Family rules"),
        _("Challenged cards can be changed, and the whole table can be called."),
        "change=on;multi=on",
        20,
    ),
    Preset("pulse", _("Pulse"), _("No hurry: a move every four seconds."), "pace=pulse", 20),
)
