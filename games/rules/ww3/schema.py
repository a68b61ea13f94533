"""What the form of a World War III table offers (section 3.9), and its presets."""

from games.rules.options import Choice, Option, Preset, Schema


def _choices(**labels: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in labels.items())


def _seconds(*values: int) -> tuple[Choice, ...]:
    return tuple(Choice(str(ms), f"{ms / 1000:g} s") for ms in values)


_WORDS = ("two", "three", "four", "five", "six")
_SEATS = tuple(Choice(str(i), word) for i, word in enumerate(_WORDS, 2))

SCHEMA = Schema(
    (
        Option(
            "seats",
            "Players",
            "Up to three play with one pack of 56 cards, four and more with two. Alone you play "
            "against the General, whose policy is printed in the rules.",
            "3",
            (Choice("1", "one, against the General"), *_SEATS),
        ),
        Option(
            "hold",
            "Calling hold",
            "In a race reactions are measured. In secret both choose, and only then it is shown.",
            "race",
            _choices(race="a race", secret="in secret"),
        ),
        Option(
            "same_ms",
            "At the same time",
            "In a race, calls no further apart than this count as made together.",
            "500",
            _seconds(200, 300, 500, 750, 1000),
            low=200,
            high=1000,
            unit="ms",
        ),
        Option(
            "hold_window",
            "Time to call hold",
            "How long the two of a war may think about holding.",
            "8000",
            _seconds(4000, 6000, 8000, 12000, 20000),
            low=4000,
            high=20000,
            unit="ms",
        ),
        Option(
            "joker_window",
            "Time after a joker",
            "In a race, how long a card may be held before a joker sends the war back.",
            "2500",
            _seconds(1000, 2500, 4000, 6000),
            low=1000,
            high=6000,
            unit="ms",
        ),
        Option(
            "order",
            "Captured cards go under the pile",
            "In which order the winner of a war takes the loser's discard pile.",
            "shuffle",
            _choices(shuffle="shuffled", oldest="oldest card first", newest="newest card first"),
        ),
        Option(
            "failcard",
            "Who cannot beat the card",
            "Whether he lays his highest card all the same before he fights.",
            "keep",
            _choices(keep="keeps his cards", play="lays his highest card first"),
        ),
        Option(
            "lap",
            "Nobody fails in one lap",
            "Whether the round goes on until somebody cannot beat the card.",
            "continue",
            (Choice("continue", "the round goes on"), Choice("single", "the highest card leads")),
        ),
        Option(
            "heldjoker",
            "Joker against a held card",
            "What a joker does when the other player holds already.",
            "immune",
            _choices(immune="nothing", reset="it sends the war back"),
        ),
        Option(
            "seqhold",
            "Second hold in a later stage",
            "What happens when both have called hold, one after the other.",
            "compare",
            _choices(compare="the cards are compared", reset="the war starts again"),
        ),
        Option(
            "mid",
            "Pick-up pile gone in a war",
            "What becomes of a player who has no card left to turn.",
            "stand",
            _choices(stand="his last card stands", lose="he loses the war"),
        ),
        Option(
            "fallen",
            "Cards of players who are out",
            "Putting them under the centre makes games up to twice as long.",
            "remove",
            _choices(remove="leave the game", centre="go under the centre, shuffled"),
        ),
        Option(
            "cap",
            "Most rounds",
            "After this many rounds who has captured most cards wins.",
            "usual",
            (
                Choice("usual", "200, with four and more players 100"),
                *(Choice(str(n), str(n)) for n in (40, 100, 200, 1000)),
            ),
            low=10,
            high=2000,
            unit="rounds",
            spare=("usual",),
        ),
    )
)

PRESETS = (
    Preset("standard", "World War III", "Lay higher, or fight a war of three draws.", "", 12),
    Preset("quick", "Quick", "Over after 40 rounds at most.", "cap=40", 8, True),
    Preset("full", "To the last", "Up to 1000 rounds: who survives?", "cap=1000", 30, True),
    Preset("solo", "Against the General", "One player and a printed policy.", "seats=1", 8),
    Preset("secret", "Secret holds", "No race: both choose, then both see.", "hold=secret", 14),
)
