"""What the form of an Ultimate War table offers (section 2.8), and its presets."""

from games.rules.options import Choice, Option, Preset, Schema


def _choices(**labels: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in labels.items())


def _seconds(*numbers: float) -> tuple[Choice, ...]:
    return tuple(Choice(str(int(s * 1000)), f"{s:g} s") for s in numbers)


def _minutes(*numbers: int) -> tuple[Choice, ...]:
    return tuple(Choice(str(m * 60_000), f"{m} min") for m in numbers)


_OFF = _choices(off="no", on="yes")


def _time(
    key: str, label: str, text: str, default: int, choices: tuple[Choice, ...], low: int, high: int
) -> Option:
    spare = ("off",) if any(choice.value == "off" for choice in choices) else ()
    return Option(
        key, label, text, str(default), choices, low=low, high=high, unit="ms", spare=spare
    )


SCHEMA = Schema(
    (
        Option(
            "seats",
            "Players",
            "Three to eight; four to six play best.",
            "4",
            tuple(Choice(str(n), str(n)) for n in range(3, 9)),
        ),
        Option(
            "change",
            "Changing the challenged card",
            "The challenged player may offer another card instead; the challenger must agree.",
            "off",
            _OFF,
        ),
        Option(
            "multi",
            "Confrontations of the whole table",
            "A player may stop the table: everybody puts in a card or passes, the highest wins.",
            "off",
            _OFF,
        ),
        Option(
            "order",
            "Won cards go under the stack",
            "In which order the winner takes the cards.",
            "random",
            _choices(random="shuffled", winner="the winner's first", loser="the losers' first"),
        ),
        Option(
            "leftover",
            "Cards left over",
            "What happens to the cards that cannot be dealt evenly.",
            "center",
            _choices(
                center="go with the first pot",
                seats="one more for the first seats",
                remove="are not played",
            ),
        ),
        _time(
            "cooldown",
            "Pause between attacks",
            "How long a player waits after an attack before his next one.",
            500,
            _seconds(0.25, 0.5, 1, 2, 3),
            250,
            3000,
        ),
        _time(
            "nofield",
            "Time without a field card",
            "After this long without a field card anybody may call a war on a player.",
            5000,
            _seconds(3, 5, 10, 20),
            3000,
            20000,
        ),
        _time(
            "nofield0",
            "The same at the start",
            "How long everybody has to put down a first field card.",
            10000,
            _seconds(5, 10, 20, 30),
            5000,
            30000,
        ),
        _time(
            "respond",
            "Time to answer a challenge",
            "Without an answer the challenge is accepted.",
            10000,
            _seconds(4, 6, 10, 20, 30),
            4000,
            30000,
        ),
        _time(
            "consent",
            "Time to agree to a change",
            "Without an answer the challenger does not agree.",
            6000,
            _seconds(4, 6, 10, 30),
            4000,
            30000,
        ),
        _time(
            "multi_window",
            "Time to join a confrontation of all",
            "Then those who have not answered are taken to pass.",
            8000,
            _seconds(4, 8, 15, 30),
            4000,
            30000,
        ),
        _time(
            "stall",
            "When nothing happens",
            "After this long without a confrontation everybody shows a card, as in ordinary War.",
            60000,
            (*_seconds(20, 60, 120, 300), Choice("off", "never")),
            20000,
            300000,
        ),
        _time(
            "clock",
            "Length of the game",
            "Then the player with the most cards wins.",
            1200000,
            _minutes(5, 10, 20, 40, 120),
            300000,
            7200000,
        ),
        Option(
            "spoils",
            "Face-down cards of a war",
            "Whether they are shown when they are won.",
            "hidden",
            _choices(hidden="stay hidden", shown="shown"),
        ),
        Option(
            "pace",
            "Speed",
            "In real time, or in pulses of four seconds: one secret move each, then all are made.",
            "realtime",
            _choices(realtime="real time", pulse="pulses of 4 s"),
        ),
    )
)

PRESETS = (
    Preset("standard", "Ultimate War", "Most cards after 20 minutes wins.", "", 20),
    Preset("short", "Ten minutes", "The same, shorter.", "clock=600000", 10, True),
    Preset("long", "Forty minutes", "Time enough for most decks.", "clock=2400000", 40, True),
    Preset("full", "Full deck", "Until one player has everything.", "clock=7200000", 35, True),
    Preset(
        "family",
        "Family rules",
        "Challenged cards may be changed, and the whole table may be called.",
        "change=on;multi=on",
        20,
    ),
    Preset("pulse", "Pulse", "No hurry: a move every four seconds.", "pace=pulse", 20),
)
