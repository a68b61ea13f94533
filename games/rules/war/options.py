"""The house rules of War (sections 1.1-1.9): what can be chosen, what is refused, presets."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from games.rules.cards import NONE, RANK_PLURALS, RANK_WORDS, RANKS
from games.rules.options import (
    BadOptions,
    Choice,
    Need,
    Note,
    Number,
    Option,
    Preset,
    Rank,
    RankPair,
    Schema,
    Values,
    numbers,
    seconds,
)


class Order(IntEnum):
    """In which order won cards go under the pile (1.5)."""

    RANDOM = 0
    WINNER = 1
    LOSER = 2
    HIGH = 3
    LOW = 4
    SEAT = 5


class Leftover(IntEnum):
    """What becomes of the 52nd card with three players (1.1)."""

    CENTER = 0
    SEATS = 1
    REMOVE = 2


class FalseSlap(IntEnum):
    """What a false slap costs (1.9.6)."""

    LOCKOUT = 0
    BURN = 1
    NONE = 2


class Pace(Number):
    """Turning by hand (0), or by the table every so many ms: `auto`, `auto:2000`."""

    number, prefix, usual_ms = False, "auto:", 1200

    def read(self, text: str) -> str:
        """A word, or a number behind its prefix."""
        text = text.strip()
        if text.startswith(self.prefix):
            return self.prefix + self.read_number(text.removeprefix(self.prefix))
        return Option.read(self, text)

    def parse(self, value: str) -> int:
        """The time from one reveal to the next."""
        return 0 if value == "manual" else int(value.partition(":")[2] or self.usual_ms)

    def write(self, number: int) -> str:
        """The word, or the number behind its prefix."""
        words = {0: "manual", self.usual_ms: "auto"}
        return words.get(number, f"{self.prefix}{number}")


_AUTO = Need("auto", "none", False, "no automatic card is played.")
_WAR = Need(
    "mode", "war", True, "in Peace a number beats every face card and ace by being lower already."
)
_UNDERDOG = Need("underdog", "none", False, "no underdog card is played.")
_SLAP = Need("slap", "none", False, "no slap card is played.")
_THREE = Need("players", "3", True, "no card is left over with two players.")


def _auto(o: "Options") -> str:
    rest = "" if o.auto_in_war else ", not inside a war"
    return "" if o.auto == NONE else f"{RANK_PLURALS[o.auto]} start a war{rest}"


def _underdog(o: "Options") -> str:
    scope = " of any war" if o.underdog_all else ""
    card = "" if o.underdog == NONE else RANK_WORDS[o.underdog]
    return f"a face-down {card}{scope} saves the loser" if card else ""


def _slap(o: "Options") -> str:
    ranks = " and ".join(RANK_PLURALS[r] for r in (o.slap, o.slap2) if r != NONE)
    return f"slap {ranks} within {o.slap_window / 1000:g} s" if ranks else ""


class Options(NamedTuple):
    """One table's house rules.  Ranks are 0 (two) .. 12 (ace), NONE = not played; times in ms."""

    players: Annotated[
        int,
        Option(
            "Players",
            "Two players get 26 cards each, three get 17 each.",
            Choice("2", "two", "two players"),
            Choice("3", "three", "three players"),
        ),
    ] = 2
    peace: Annotated[
        bool,
        Option(
            "Which card wins",
            "In Peace the lowest card wins, and a tie is fought with five cards face down.",
            Choice("war", "War: the highest card", "the highest card wins"),
            Choice("peace", "Peace: the lowest card", "Peace: the lowest card wins"),
            key="mode",
            main=True,
        ),
    ] = False
    auto: Annotated[
        int,
        Rank(
            "Automatic card",
            "Turning this rank starts a war at once, whatever the other cards are.",
            main=True,
            phrase=_auto,
        ),
    ] = NONE
    auto_in_war: Annotated[
        bool,
        Option(
            "Automatic card counts in wars",
            "It also starts another war when turned as a war card.",
            Choice("on", "yes"),
            Choice("off", "no"),
            needs=_AUTO,
        ),
    ] = True
    faces: Annotated[
        int,
        Rank(
            "Number beats the faces",
            "This number beats every jack, queen and king.",
            last="T",
            needs=_WAR,
            main=True,
            phrase="{} beat jacks, queens and kings",
        ),
    ] = NONE
    ace: Annotated[
        int,
        Rank(
            "Number beats the ace",
            "This number beats every ace.",
            last="T",
            needs=_WAR,
            main=True,
            phrase="{} beat aces",
        ),
    ] = NONE
    underdog: Annotated[
        int,
        Rank(
            "Underdog card",
            "If you lose a war but laid this rank face down in it, you win after all.",
            last="T",
            main=True,
            phrase=_underdog,
        ),
    ] = NONE
    underdog_all: Annotated[
        bool,
        Option(
            "Underdog looks at",
            "Which face-down cards count when one battle has several wars.",
            Choice("last", "the last war"),
            Choice("all", "every war of the battle"),
            key="underdog_scope",
            needs=_UNDERDOG,
        ),
    ] = False
    underdog_counter: Annotated[
        bool,
        Option(
            "Underdog can be countered",
            "If the winner of the war has the underdog card too, the win stands.",
            Choice("off", "no"),
            Choice("on", "yes", "the winner can counter the underdog"),
            needs=_UNDERDOG,
        ),
    ] = False
    slap: Annotated[
        int,
        RankPair(
            "Slap card",
            "When this rank is turned, the first player to slap it takes everything.",
            hint="You can give two ranks, separated by a comma.",
            main=True,
            phrase=_slap,
        ),
    ] = NONE
    slap2: int = NONE
    slap_window: Annotated[
        int,
        Number(
            "Time to slap",
            "How long players have to slap.",
            *seconds(1000, 2000, 3000, 5000, 8000),
            low=1000,
            high=8000,
            unit="ms",
            needs=_SLAP,
        ),
    ] = 3000
    false_slap: Annotated[
        FalseSlap,
        Option(
            "A false slap",
            "The penalty for slapping the wrong card, or before anyone could have seen it.",
            Choice("lockout", "no slapping for the rest of the battle"),
            Choice(
                "burn",
                "that, and your top card goes into the pot",
                "a false slap costs a card",
            ),
            Choice("none", "nothing", "false slaps cost nothing"),
            needs=_SLAP,
        ),
    ] = FalseSlap.LOCKOUT
    order: Annotated[
        Order,
        Option(
            "Won cards go under the pile",
            "The order in which the winner takes the cards.",
            Choice("random", "shuffled"),
            Choice("winner", "the winner's first", "winner's cards first"),
            Choice("loser", "the losers' first", "losers' cards first"),
            Choice("high", "highest first", "won cards highest first"),
            Choice("low", "lowest first", "won cards lowest first"),
            Choice("seat", "seat 1 first (never rated)", "seat 1's cards first"),
        ),
    ] = Order.RANDOM
    zero_loses: Annotated[
        bool,
        Option(
            "Tied on the last card",
            "When a player's tied card was their last one.",
            Choice("stand", "that card stands"),
            Choice("lose", "they lose the war", "a tie on the last card loses the war"),
            key="zero",
        ),
    ] = False
    short_equal: Annotated[
        bool,
        Option(
            "Too few cards for a war",
            "How many cards the others lay when one player runs short.",
            Choice("own", "their full number"),
            Choice(
                "equal", "as few as the short player", "everyone lays as few as the shortest pile"
            ),
            key="short",
        ),
    ] = False
    leftover: Annotated[
        Leftover,
        Option(
            "The card left over",
            "What happens to the 52nd card with three players.",
            Choice("center", "goes with the first pot"),
            Choice("seats", "goes to seat 1", "seat 1 gets the odd card"),
            Choice("remove", "is not played", "the odd card is not played"),
            needs=_THREE,
        ),
    ] = Leftover.CENTER
    spoils_shown: Annotated[
        bool,
        Option(
            "Face-down cards of a war",
            "Whether they are shown when won.",
            Choice("shown", "shown"),
            Choice("hidden", "stay hidden", "spoils stay hidden"),
            key="spoils",
        ),
    ] = True
    cap: Annotated[
        int,
        Number(
            "Battle limit",
            "After this many battles the largest pile wins.",
            *numbers(100, 500, 1000, 3000),
            low=20,
            high=10000,
            unit="battles",
            phrase="at most {} battles",
        ),
    ] = 3000
    rhythm: Annotated[  # ms from one reveal to the next; 0: players turn by hand
        int,
        Pace(
            "Turning cards",
            "By hand within ten seconds, or automatically at a steady rhythm.",
            Choice("manual", "by hand"),
            Choice("auto:400", "automatically, very fast"),
            Choice("auto:800", "automatically, fast"),
            Choice("auto", "automatically"),
            Choice("auto:2000", "automatically, slowly"),
            Choice("auto:3000", "automatically, very slowly"),
            low=400,
            high=3000,
            unit="ms",
            key="pace",
            main=True,
            phrase="cards turn every {}",
        ),
    ] = 0
    cycles: bool = True  # look for endless repetition (1.12)


def refuse(values: Values) -> None:
    """Refuse what the table of 1.8 refuses.

    Raises:
        BadOptions: with the keys concerned and the reason.
    """
    for number in ("faces", "ace"):
        rank = values[number]
        if rank != "none" and rank == values["auto"] and values["auto_in_war"] == "on":
            raise BadOptions(
                (number, "auto"),
                f"Never compared: turning a {rank} always starts a war, so it could not beat "
                "anything. Choose another rank, or switch off the automatic card in wars.",
            )
    if values["order"] == "seat" and int(values["cap"]) > 3000:
        raise BadOptions(
            ("order", "cap"),
            "With seat 1's cards first, many games never end: set at most 3000 battles.",
        )


SCHEMA = Schema(Options, refuse=refuse)


def notes(o: Options) -> list[Note]:
    """What 1.8 says about combinations that are allowed."""
    rows: list[Note] = []
    if o.auto != NONE and not o.auto_in_war:
        for key, number in (("faces", o.faces), ("ace", o.ace)):
            if number == o.auto:
                rows.append(Note((key, "auto"), f"The {RANKS[number]} only counts as a war card."))
    if o.peace and o.auto == 0:
        text = "In Peace the 2 is the best card. The usual rule, mirrored, is auto=A."
        rows.append(Note(("mode", "auto"), text))
    if o.auto != NONE and o.auto in (o.slap, o.slap2):
        text = "The slap comes first. If nobody slaps, there is an automatic war."
        rows.append(Note(("auto", "slap"), text))
    if o.order == Order.SEAT:
        text = "Never rated: about four games in ten repeat for ever and stop at the limit."
        rows.append(Note(("order",), text))
    return rows


PRESETS = (
    Preset("classic", "Classic War", "The higher card wins; a tie is a war.", "", 5),
    Preset("peace", "Peace", "The lower card wins, and a tie costs five cards.", "mode=peace", 3),
    Preset("three", "Three-player War", "Three piles; the two highest fight.", "players=3", 5),
    Preset("auto", "Automatic War", "Every 2 starts a war at once.", "auto=2", 2),
    Preset("threes", "Threes beat Faces", "A 3 beats jacks, queens and kings.", "faces=3", 5),
    Preset(
        "fours", "Fours beat Aces", "A 3 beats the faces, a 4 beats the ace.", "ace=4;faces=3", 5
    ),
    Preset(
        "underdog", "Underdog", "A 6 among the loser's cards turns the war around.", "underdog=6", 5
    ),
    Preset("slap", "Slap War", "Slap a 5 first and take everything.", "slap=5", 5),
    Preset(
        "arsenal",
        "Arsenal",
        "Everything: 2 starts wars, 3 beats faces, 4 beats aces, slap the 5, 6 is the underdog.",
        "ace=4;auto=2;faces=3;slap=5;underdog=6",
        2,
    ),
    Preset("quick", "Quick War", "Classic, at most 100 battles.", "cap=100", 2, True),
    Preset("standard", "Standard War", "Classic, at most 500 battles.", "cap=500", 4, True),
)
