"""Do the settings of a tournament fit each other, the game and the field?  (1.2, 1.10, 5)

Each function refuses with `BadSettings`, which names the setting."""

from collections.abc import Sequence
from fractions import Fraction

from games.rules.catalogue import UnknownGame, find
from games.rules.options import BadOptions, pairs
from games.tournaments.readers import BadSettings
from games.tournaments.settings import TIEBREAKS, Settings

SMALLEST_PART = Fraction(1, 840)  # every average of whole points at up to eight is a multiple (7.2)
LARGEST = {"dutch": 1000, "cost": 2000}  # fields of a Swiss (13.1, 13.2)
MOST_STAGES = 3
ELIMINATIONS = ("elimination", "double")


def need(holds: bool, setting: str, reason: str, code: str = "BAD_SETTING") -> None:
    """Refuse the setting unless this holds."""
    if not holds:
        raise BadSettings(setting, reason, code)


def verify(s: Settings) -> None:
    """The settings fit each other."""
    need(s.least <= s.size, "least", "must not be more than the seats aimed at.")
    need(s.size <= s.most, "most", "must not be less than the seats aimed at.")
    _verify_format(s)
    _verify_points(s)
    of_format = TIEBREAKS.get((s.format, s.two), ())
    if s.format == "arena" or s.format in ELIMINATIONS:
        need(s.tiebreaks == of_format, "tiebreaks", "are fixed in this format.")
    if s.format == "swiss" and s.two:
        _verify_dutch(s)
    need((s.seeding == "standing") == (s.take is not None), "seeding", _SEEDING)


_SEEDING = "goes by the standing in later stages, and only there."


def _verify_format(s: Settings) -> None:
    need(s.two or s.format != "double", "most", "double elimination is for tables of two.")
    need(s.games % 2 == 1, "games", "a match has 1, 3, 5 or 7 games.")
    need(s.games == 1 or s.two, "games", "only two can play a match.")
    need(s.games == 1 or s.format != "arena", "games", "an arena has single games.")
    is_berger = s.format == "roundrobin" and s.two
    need(s.cycles == 1 or is_berger, "cycles", "only a round robin of two has two.")
    if s.format in ELIMINATIONS:
        need(s.advance < s.least, "advance", "must be less than play at the smallest table.")
        need(s.two or not s.third, "third", "is for tables of two: larger finals have a third.")
    need(s.format == "arena" or s.minutes is None, "minutes", "only an arena has a length.")


def _verify_points(s: Settings) -> None:
    for size, places in s.points.items():
        step = (places[0] - places[-1]) / (size - 1)
        is_even = all(a - b == step for a, b in zip(places, places[1:], strict=False))
        is_whole = all(points.denominator == 1 for points in places)
        need(is_even or is_whole, "points", f"of a table of {size} must be whole numbers.")
    for name, points in (("bye", s.bye), ("half", s.half), ("draw", s.draw)):
        need(not points or not points % SMALLEST_PART, name, "is too fine a fraction.")
    if s.draw is not None:
        need(s.two, "draw", "only two share a game; others get the average of their places.")
        first, last = s.points[2]
        need(last <= s.draw <= first, "draw", "must lie between first and last place.")


def _verify_dutch(s: Settings) -> None:
    """py4swiss counts in tenths of points (5.6.3)."""
    need(s.engine != "", "engine", "a Swiss is drawn by `dutch` or by `cost`.")
    if s.engine == "cost":
        return
    for name, points in (("points", s.win), ("bye", s.bye), ("half", s.half)):
        need(points * 10 % 1 == 0, name, "must be in tenths of points for the Dutch draw.")
    need(s.points[2][1] == 0, "points", "a lost game gives nothing in the Dutch draw.")


# Game ------------------------------------------------------------------------------------


def seats_of(key: str, options: str) -> list[int]:
    """By how many this game can be played with these house rules."""
    try:
        game = find(key)
    except UnknownGame:
        raise BadSettings("game", "there is no such game.") from None
    return [
        number
        for number in (int(choice.value) for choice in game.schema.find(game.seats_key).choices)
        if number > 1 and _is_played(key, options, number)
    ]


def _is_played(key: str, options: str, seats: int) -> bool:
    game = find(key)
    try:
        game.options(dict(pairs(options)) | {game.seats_key: str(seats)})
    except BadOptions:
        return False
    return True


def verify_game(s: Settings) -> None:
    """The game can be played like this at tables of every size, without waiting for anybody."""
    possible = seats_of(s.game, s.options)
    game = find(s.game)
    need(bool(possible), "options", f"{game.name} is not played with these house rules.")
    wanted = range(s.least, s.most + 1)
    need(set(wanted) <= set(possible), "size", f"{game.name} is played by {possible} here.")
    o = game.options(dict(pairs(s.options)) | {game.seats_key: str(s.size)})
    need(not game.waits_for_hands(o), "options", "cards must turn by themselves.", "SLOW_RULES")
    skill = game.has_decisions(o) or s.seeding != "rating"
    need(skill, "seeding", "ratings mean nothing where the rules leave no choice.")


# Field and stages ------------------------------------------------------------------------


def verify_field(s: Settings, entrants: int) -> list[str]:
    """So many can play all rounds; returns warnings for the director."""
    least = 2 if s.format in ELIMINATIONS else s.least
    need(entrants >= least, "least", f"{least} entrants are needed.")
    rounds = s.rounds or 0
    full = entrants - 1 + entrants % 2  # rounds until everybody has met everybody
    if s.two and s.format == "roundrobin":
        need(rounds <= s.cycles * full, "rounds", f"there are {s.cycles * full} at most.")
    if s.format != "swiss":
        return []
    largest = LARGEST[s.engine or "cost"]
    need(entrants <= largest, "engine", f"draws up to {largest} entrants.")
    if not s.two:
        return []
    need(rounds <= full, "rounds", f"{entrants} entrants have {full} rounds of new opponents.")
    if 3 * rounds <= 2 * entrants:
        return []
    return [f"rounds: {rounds} rounds of {entrants} entrants may run out of new opponents."]


def verify_stages(stages: Sequence[Settings]) -> None:
    """Up to three, each but the first with the best of the one before (5.9.1)."""
    need(1 <= len(stages) <= MOST_STAGES, "stages", f"one to {MOST_STAGES} are played.")
    need(stages[0].take is None, "take", "the first stage takes all who are there.")
    for stage in stages[1:]:
        need(stage.take is not None, "take", "a later stage takes the best of the one before.")
