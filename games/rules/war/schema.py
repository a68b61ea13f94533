"""What the form of a War table offers (section 1.8), and its presets."""

from games.rules.cards import RANK_PLURALS, RANKS
from games.rules.options import Choice, Need, Option, Preset, Schema


def _ranks(last: str) -> tuple[Choice, ...]:
    rows = [Choice("none", "not played")]
    upto = RANKS.index(last) + 1
    return (*rows, *(Choice(RANKS[r], RANK_PLURALS[r].capitalize()) for r in range(upto)))


def _choices(**labels: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in labels.items())


_ON = _choices(on="yes", off="no")
_OFF = _choices(off="no", on="yes")

_AUTO = Need("auto", "none", False, "no automatic card is played.")
_WAR = Need(
    "mode", "war", True, "in Peace a number beats every face card and ace by being lower already."
)
_UNDERDOG = Need("underdog", "none", False, "no underdog card is played.")
_SLAP = Need("slap", "none", False, "no slap card is played.")
_THREE = Need("players", "3", True, "no card is left over with two players.")

SCHEMA = Schema(
    (
        Option(
            "players",
            "Players",
            "Two players get 26 cards each, three get 17 each.",
            "2",
            (Choice("2", "two"), Choice("3", "three")),
        ),
        Option(
            "mode",
            "Which card wins",
            "In Peace the lowest card wins, and a tie is fought with five cards face down.",
            "war",
            _choices(war="War: the highest card", peace="Peace: the lowest card"),
        ),
        Option(
            "auto",
            "Automatic card",
            "Turning this rank starts a war at once, whatever the other cards are.",
            "none",
            _ranks("A"),
        ),
        Option(
            "auto_in_war",
            "Automatic card counts in wars",
            "It also starts another war when it is turned as a war card.",
            "on",
            _ON,
            needs=_AUTO,
        ),
        Option(
            "faces",
            "Number beats the faces",
            "This number beats every jack, queen and king.",
            "none",
            _ranks("T"),
            needs=_WAR,
        ),
        Option(
            "ace",
            "Number beats the ace",
            "This number beats every ace.",
            "none",
            _ranks("T"),
            needs=_WAR,
        ),
        Option(
            "underdog",
            "Underdog card",
            "Who loses a war but has this number among his face-down cards wins it after all.",
            "none",
            _ranks("T"),
        ),
        Option(
            "underdog_scope",
            "Underdog looks at",
            "Which face-down cards count when one battle has several wars.",
            "last",
            _choices(last="the last war", all="every war of the battle"),
            needs=_UNDERDOG,
        ),
        Option(
            "underdog_counter",
            "Underdog can be countered",
            "If the winner holds the underdog card too, his win stands.",
            "off",
            _OFF,
            needs=_UNDERDOG,
        ),
        Option(
            "slap",
            "Slap card",
            "When this rank is turned, the first player to slap it takes everything.",
            "none",
            _ranks("A"),
            pair=True,
            hint="Two ranks may be given, joined by a comma.",
        ),
        Option(
            "slap_window",
            "Time to slap",
            "How long a slap card may be slapped.",
            "3000",
            tuple(Choice(str(ms), f"{ms // 1000} s") for ms in (1000, 2000, 3000, 5000, 8000)),
            low=1000,
            high=8000,
            unit="ms",
            needs=_SLAP,
        ),
        Option(
            "false_slap",
            "A false slap",
            "What it costs to slap the wrong card, or to slap before one can have seen it.",
            "lockout",
            _choices(
                lockout="no slapping for the rest of the battle",
                burn="that, and the top card goes into the pot",
                none="nothing",
            ),
            needs=_SLAP,
        ),
        Option(
            "order",
            "Won cards go under the pile",
            "In which order the winner takes the cards.",
            "random",
            _choices(
                random="shuffled",
                winner="the winner's first",
                loser="the losers' first",
                high="highest first",
                low="lowest first",
                seat="seat 1 first (never rated)",
            ),
        ),
        Option(
            "zero",
            "Tied with the last card",
            "A player whose tied card was his last one.",
            "stand",
            _choices(stand="that card stands for him", lose="he loses the war"),
        ),
        Option(
            "short",
            "Too few cards for a war",
            "How many cards the others lay when one is short.",
            "own",
            _choices(own="their full number", equal="as few as the short player"),
        ),
        Option(
            "leftover",
            "The card left over",
            "What happens to the 52nd card when three play.",
            "center",
            _choices(
                center="goes with the first pot", seats="goes to seat 1", remove="is not played"
            ),
            needs=_THREE,
        ),
        Option(
            "spoils",
            "Face-down cards of a war",
            "Whether they are shown when they are won.",
            "shown",
            _choices(shown="shown", hidden="stay hidden"),
        ),
        Option(
            "cap",
            "Most battles",
            "After this many battles the largest pile wins.",
            "3000",
            tuple(Choice(str(n), str(n)) for n in (100, 500, 1000, 3000)),
            low=20,
            high=10000,
            unit="battles",
        ),
        Option(
            "pace",
            "Turning cards",
            "By hand within ten seconds, or by the table at a steady rhythm.",
            "manual",
            (
                Choice("manual", "by hand"),
                Choice("auto:400", "by the table, very fast"),
                Choice("auto:800", "by the table, fast"),
                Choice("auto", "by the table"),
                Choice("auto:2000", "by the table, slowly"),
                Choice("auto:3000", "by the table, very slowly"),
            ),
            low=400,
            high=3000,
            unit="ms",
            prefix="auto:",
        ),
    )
)

PRESETS = (
    Preset("classic", "Classic War", "The higher card wins; a tie is a war.", "", 5),
    Preset("peace", "Peace", "The lower card wins, and a tie costs five cards.", "mode=peace", 3),
    Preset("three", "Three-player War", "Three piles; the two highest fight.", "players=3", 5),
    Preset("auto", "Automatic War", "Every 2 starts a war at once.", "auto=2", 2),
    Preset("threes", "Threes beat Faces", "A 3 beats jacks, queens and kings.", "faces=3", 5),
    Preset(
        "fours", "Fours beat Aces", "A 3 beats the faces, a 4 beats the ace.", "ace=4;faces=3", 5
    ),
    Preset("underdog", "Underdog", "A 6 among the loser's cards turns the war.", "underdog=6", 5),
    Preset("slap", "Slap War", "Slap a 5 first and take everything.", "slap=5", 5),
    Preset(
        "arsenal",
        "Arsenal",
        "All of it: 2 starts wars, 3 beats faces, 4 beats aces, slap the 5, 6 is the underdog.",
        "ace=4;auto=2;faces=3;slap=5;underdog=6",
        2,
    ),
    Preset("quick", "Quick War", "Classic, over after 100 battles at most.", "cap=100", 2, True),
    Preset("standard", "Standard War", "Classic, at most 500 battles.", "cap=500", 4, True),
)
