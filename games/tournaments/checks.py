"""Do the settings of a tournament fit each other, the game and the field?  (1.2, 1.10, 5)

Each function refuses with `BadSettings`, which names the setting."""

from collections.abc import Sequence
from fractions import Fraction

from games.rules.catalogue import UnknownGame, find
from games.rules.game import Game, Options
from games.rules.options import BadOptions, pairs
from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments.readers import BadSettings
from games.tournaments.settings import TIEBREAKS, Settings
from games.tournaments.terms import MINUTE_MS, Terms

SMALLEST_PART = Fraction(1, 840)  # every average of whole points at up to eight is a multiple (7.2)
LARGEST = {"dutch": 1000, "cost": 2000, "arena": 10_000}  # fields (13.1-13.3)
MOST_STAGES = 3


def need(holds: bool, setting: str, text: str, code: str = "BAD_SETTING", **values: object) -> None:
    """Refuse the setting with this text unless that holds."""
    if not holds:
        raise BadSettings(setting, Phrase(text, **values), code)


def verify(s: Settings) -> None:
    """The settings fit each other."""
    _verify_format(s)
    _verify_points(s)
    of_format = TIEBREAKS.get((s.format, s.two), ())
    if s.format == "arena" or s.is_elimination:
        need(s.tiebreaks == of_format, "tiebreaks", _("These are fixed in this format."))
    if s.format == "swiss" and s.two and s.engine != "cost":
        _verify_tenths(s)
    need(
        (s.seeding == "standing") == (s.take is not None),
        "seeding",
        _("Later stages go by the standing, the first cannot."),
    )


def _verify_format(s: Settings) -> None:
    need(s.two or s.format != "double", "most", _("Double elimination needs tables of two."))
    need(s.games % 2 == 1, "games", _("A match has 1, 3, 5 or 7 games."))
    need(s.games == 1 or s.two, "games", _("A match needs tables of two."))
    is_berger = s.format == "roundrobin" and s.two
    need(s.cycles == 1 or is_berger, "cycles", _("Only a round robin of two can have two cycles."))
    need(not s.flow, "flow", _("Eliminations are played round by round."))
    if s.is_elimination:
        takes = _("An elimination takes as many rounds as it needs.")
        need(s.rounds is None, "rounds", takes)
        need(
            s.advance < s.least,
            "advance",
            _("Fewer must go on than sit at the smallest table."),
        )
        need(s.two or not s.third, "third", _("A final of more than two has a third place anyway."))
    is_arena = s.format == "arena"
    need(s.games == 1 or not is_arena, "games", _("An arena has single games."))
    need(
        is_arena == (s.minutes is not None),
        "minutes",
        _("An arena needs a length; other formats have none."),
    )
    engines = {True: ("dutch", "cost", None), False: ("cost",)}[s.two]
    fits = s.engine in engines if s.format == "swiss" else s.engine == ""
    need(fits, "engine", _("The Dutch draw is for a Swiss of two."))


def _verify_points(s: Settings) -> None:
    full = s.points[s.size]
    for size, places in s.points.items():
        step = (full[0] - full[-1]) / (size - 1)
        is_even = all(points == full[0] - step * i for i, points in enumerate(places))
        is_whole = all(points.denominator == 1 for points in places)
        fits = is_whole or (is_even and size != s.size)
        need(fits, "points", _("Points of a table of {size} must be whole numbers."), size=size)
    for name, points in (("bye", s.bye), ("half", s.half), ("draw", s.draw)):
        need(not points or not points % SMALLEST_PART, name, _("This fraction is too fine."))
    if s.draw is not None:
        need(s.two, "draw", _("Only games of two have points of their own for a draw."))
        first, last = s.points[2]
        need(last <= s.draw <= first, "draw", _("A draw lies between first and last place."))


def _verify_tenths(s: Settings) -> None:
    """The Dutch draw counts in tenths of points (5.6.3)."""
    for name, points in (("bye", s.bye), ("half", s.half), ("draw", s.draw)):
        need(
            not points or points * 10 % 1 == 0,
            name,
            _("The Dutch draw counts in tenths of points."),
        )
    need(s.points[2][1] == 0, "points", _("In the Dutch draw a lost game gives nothing."))


# Game ------------------------------------------------------------------------------------


def seats_of(key: str, options: str) -> list[int]:
    """By how many this game can be played with these house rules.

    Raises:
        BadSettings: there is no such game, or nobody can play it so.
    """
    try:
        game = find(key)
    except UnknownGame:
        raise BadSettings("game", Phrase(_("There is no such game."))) from None
    offered = [int(choice.value) for choice in game.schema.find(game.seats_key).choices]
    refusals = {seats: _refusal(game, options, seats) for seats in offered if seats > 1}
    possible = [seats for seats, reason in refusals.items() if reason is None]
    for reason in refusals.values():
        if reason and not possible:
            raise BadSettings("options", reason)
    return possible


def _refusal(game: Game, options: str, seats: int) -> Phrase | None:
    """Why so many cannot play it."""
    try:
        _rules(game, options, seats)
    except BadOptions as refused:
        return refused.reason
    return None


def _rules(game: Game, options: str, seats: int) -> Options:
    return game.options(dict(pairs(options)) | {game.seats_key: str(seats)})


def verify_game(s: Settings) -> None:
    """The game can be played at tables of every size, goes on without waiting for anybody, and
    means what the seeding takes it for."""
    possible, game = seats_of(s.game, s.options), find(s.game)
    fits = set(range(s.least, s.most + 1)) <= set(possible)
    least, most = possible[0], possible[-1]
    need(fits, "size", _("This game has {least} to {most} seats."), least=least, most=most)
    o = _rules(game, s.options, s.size)
    runs = not game.waits_for_hands(o)
    need(runs, "options", _("Cards must turn automatically."), "SLOW_RULES")
    skill = game.has_decisions(o) or s.seeding != "rating"
    need(skill, "seeding", _("Ratings mean nothing where the rules leave no choice."))


def limit_ms(s: Settings, conditions: Terms, seats: int) -> int:
    """How long a game of so many may take (10.3)."""
    usual = find(s.game).limit_minutes(_rules(find(s.game), s.options, seats))
    return (conditions.limit_min or usual) * MINUTE_MS


def last_start_ms(s: Settings, conditions: Terms) -> int:
    """So long before the end of an arena no table opens any more (5.8.5)."""
    if s.last_start is not None:
        return s.last_start * MINUTE_MS
    return limit_ms(s, conditions, s.size) // 4


def verify_length(s: Settings, conditions: Terms) -> None:
    """An arena is long enough for a first wave."""
    if s.minutes is not None:
        closed = -(-last_start_ms(s, conditions) // MINUTE_MS)
        need(
            s.minutes > closed,
            "minutes",
            _("No table opens in the last {closed} minutes, so an arena must be longer."),
            closed=closed,
        )


# Field and stages ------------------------------------------------------------------------


def verify_field(s: Settings, entrants: int) -> list[Phrase]:
    """So many can play all rounds; returns warnings for the director."""
    least = s.fewest
    need(entrants >= least, "least", _("At least {least} entrants are needed."), least=least)
    rounds = s.rounds or 0
    full = entrants - 1 + entrants % 2  # rounds until everybody has met everybody
    if s.two and s.format == "roundrobin":
        need(
            rounds <= s.cycles * full,
            "rounds",
            _("There are at most {most} rounds."),
            most=s.cycles * full,
        )
    if s.format != "swiss":
        return []
    largest = LARGEST[s.engine or "cost"]
    need(entrants <= largest, "engine", _("This draw takes at most {most} entrants."), most=largest)
    if not s.two:
        return []
    need(
        rounds <= full,
        "rounds",
        _("So many entrants have new opponents for at most {most} rounds."),
        most=full,
    )
    if 3 * rounds <= 2 * entrants:
        return []
    return [Phrase(_("The draw may run out of new opponents before the last round."))]


def verify_stages(stages: Sequence[Settings]) -> None:
    """Up to three, each but the first with the best of the one before (5.9.1)."""
    need(1 <= len(stages) <= MOST_STAGES, "stages", _("A tournament has one to three stages."))
    need(stages[0].take is None, "take", _("The first stage takes everybody."))
    for stage in stages[1:]:
        need(stage.take is not None, "take", _("A later stage takes the best of the stage before."))
