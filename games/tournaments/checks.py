"""Checks that the settings of a tournament fit each other, the game and the field (1.2, 1.10, 5).

Each function refuses with `BadSettings`, which names the setting."""

from collections.abc import Sequence
from fractions import Fraction

from games.rules.catalogue import UnknownGame, find
from games.rules.game import Game, Options
from games.rules.options import BadOptions, pairs
from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments.declared import MINUTE_MS, BadSettings, need
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms

SMALLEST_PART = Fraction(1, 840)  # every average of whole points at up to eight is a multiple (7.2)
MOST_STAGES = 3


def verify(s: Settings) -> None:
    """Check that the settings fit each other."""
    one_game = s.games == 1
    need(s.games % 2 == 1, "games", _("A match has 1, 3, 5 or 7 games."))
    need(one_game or s.two, "games", _("A match needs tables of two."))
    cycles = s.cycles == 1 or s.format.has_schedule(s)
    need(cycles, "cycles", _("Only a round robin of two can have two cycles."))
    need(not s.flow, "flow", _("Eliminations are played round by round."))
    need(
        s.format.in_waves == (s.minutes is not None),
        "minutes",
        _("An arena needs a length; other formats have none."),
    )
    engines = s.format.engines(s.two)
    need(s.engine in engines, "engine", _("The Dutch draw is for a Swiss of two."))
    if s.duplicate:
        _verify_duplicate(s)
    _verify_points(s)
    s.format.verify(s)
    need(
        (s.seeding == "standing") == (s.take is not None),
        "seeding",
        _("Later stages go by the standing, the first cannot."),
    )


def _verify_duplicate(s: Settings) -> None:
    text = _("The same cards at every table need a Swiss or a round robin.")
    need(s.format.may_duplicate, "deals", text)
    need(s.most == s.size, "most", _("With the same cards all tables have the same size."))
    need(s.games == 1, "games", _("With the same cards nobody plays a second game."))
    need(s.engine != "dutch", "engine", _("The Dutch draw cannot count shares of a round."))


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


# Game ------------------------------------------------------------------------------------


def seats_of(key: str, options: str) -> list[int]:
    """The numbers of players that can play this game with these house rules.

    Raises:
        BadSettings: there is no such game, or no number of players can play it with these rules.
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
    """The reason why this number of players cannot play the game; None if they can."""
    try:
        _rules(game, options, seats)
    except BadOptions as refused:
        return refused.reason
    return None


def _rules(game: Game, options: str, seats: int) -> Options:
    return game.options(dict(pairs(options)) | {game.seats_key: str(seats)})


def verify_game(s: Settings) -> None:
    """Check that the game can be played at tables of every size, never waits for a player, and has
    the skill that its deals and seeding assume."""
    possible, game = seats_of(s.game, s.options), find(s.game)
    fits = set(range(s.least, s.most + 1)) <= set(possible)
    least, most = possible[0], possible[-1]
    need(fits, "size", _("This game has {least} to {most} seats."), least=least, most=most)
    o = _rules(game, s.options, s.size)
    runs = not game.waits_for_hands(o)
    need(runs, "options", _("Cards must turn automatically."), "SLOW_RULES")
    skill = game.has_decisions(o) or not s.duplicate
    need(skill, "deals", _("The same cards give the same result where the rules leave no choice."))
    skill = game.has_decisions(o) or s.seeding != "rating"
    need(skill, "seeding", _("Ratings mean nothing where the rules leave no choice."))


def limit_ms(s: Settings, conditions: Terms, seats: int) -> int:
    """The longest time (ms) that a game of this many players may take (10.3)."""
    usual = find(s.game).limit_minutes(_rules(find(s.game), s.options, seats))
    return (conditions.limit_min or usual) * MINUTE_MS


def last_start_ms(s: Settings, conditions: Terms) -> int:
    """The time (ms) before the end of an arena at which pairing stops (5.8.5)."""
    if s.last_start is not None:
        return s.last_start * MINUTE_MS
    return limit_ms(s, conditions, s.size) // 4


def verify_length(s: Settings, conditions: Terms) -> None:
    """Check that an arena is long enough for a first wave."""
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
    """Check that this number of entrants can play all rounds; return warnings for the director."""
    least = s.format.fewest(s)
    least = max(least, s.size + s.least) if s.duplicate else least  # two tables to compare
    need(entrants >= least, "least", _("At least {least} entrants are needed."), least=least)
    return s.format.verify_field(s, entrants)


def verify_stages(stages: Sequence[Settings]) -> None:
    """Check the stages: there are one to three, and each but the first takes the best entrants of
    the stage before (5.9.1)."""
    need(1 <= len(stages) <= MOST_STAGES, "stages", _("A tournament has one to three stages."))
    need(stages[0].take is None, "take", _("The first stage takes everybody."))
    for stage in stages[1:]:
        need(stage.take is not None, "take", _("A later stage takes the best of the stage before."))
