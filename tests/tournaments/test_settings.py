"""Settings of a stage: defaults, plain JSON, and what is refused (1.2, 1.10, 3.1, 5, 7, 14.2)."""

import json
from dataclasses import fields

from games.rules.catalogue import find
from games.tournaments.checks import seats_of, verify, verify_field, verify_game, verify_stages
from games.tournaments.declared import BadSettings, to_json
from games.tournaments.settings import Settings, resolve
from tests.each import each

EXPORTED = (  # 14.2
    "format game options size least most rounds games cycles advance third reset engine first_seat "
    "repeats points draw bye half halves late tiebreaks forbidden seeding take minutes streaks "
    "patience"
)
WAR = {"game": "war", "options": "pace=auto"}


def refused(check, *args) -> tuple[str, str]:
    """The setting that is refused, and the code."""
    try:
        check(*args)
    except BadSettings as refusal:
        return refusal.setting, refusal.code
    return "", ""


# Defaults --------------------------------------------------------------------------------


@each(
    [
        ({}, {"size": 2, "least": 2, "most": 2, "bye": "1", "half": "1/2", "engine": None}),
        ({"size": 4}, {"least": 3, "most": 4, "bye": "3", "half": "3/2", "engine": "cost"}),
        ({"size": 6, "most": 7}, {"least": 4, "half": "5/2", "bye": "5"}),
        ({"size": 4}, {"points": {"2": ["3", "0"], "3": ["3", "3/2", "0"], "4": list("3210")}}),
        ({"size": 3, "points": "winner"}, {"points": {"2": ["1", "0"], "3": ["1", "0", "0"]}}),
        ({"points": {"2": ["3", "0"]}, "draw": "1"}, {"bye": "3", "half": "1"}),
        ({"format": "arena"}, {"points": {"2": ["2", "0"]}, "half": "1", "streaks": True}),
        ({"format": "arena", "size": 4}, {"bye": "3", "minutes": 60}),
        ({"format": "elimination", "size": 4}, {"advance": 2, "tiebreaks": [], "rounds": None}),
        ({"format": "roundrobin"}, {"rounds": None, "engine": "", "tiebreaks":
            ["direct", "sonneborn", "wins", "games", "lot"]}),
        ({"format": "roundrobin", "size": 4}, {"rounds": 5, "tiebreaks":
            ["direct", "sonneborn", "wins", "cards", "lot"]}),
        ({"take": 8}, {"seeding": "standing"}),
        ({"forbidden": [[5, 2], [1, 3], [2, 5]]}, {"forbidden": [[1, 3], [2, 5]]}),
    ]
)  # fmt: skip
def test_what_is_left_out_has_a_default(given, expected) -> None:
    told = to_json(resolve(given))
    assert {key: told[key] for key in expected} == expected


@each(
    [
        {},
        {"size": 4, "points": {"4": ["6", "3", "1", "0"]}, "bye": "7/2"},
        {"format": "arena", "points": {"2": ["3", "0"]}, "draw": "1", "patience": 40},
        {"format": "elimination", "third": True, "games": 3},
        {"size": 5, "least": 3, "most": 8, "forbidden": [[1, 2]], "tiebreaks": ["seed"]},
    ]
)
def test_settings_are_read_back_from_plain_json(given) -> None:
    settings = resolve(given)
    told = json.loads(json.dumps(to_json(settings)))
    assert resolve(told) == settings
    assert set(EXPORTED.split()) <= set(told) == {field.name for field in fields(Settings)}
    verify(settings)


def settle(given: dict[str, object], entrants: int, seat: int) -> Settings:
    settings = resolve(given)
    return settings.format.settle(settings, entrants, seat)


def test_what_the_start_tells() -> None:
    assert settle({}, 256, 2).engine == "dutch"
    assert settle({}, 257, 2).engine == "cost"
    assert settle({"engine": "dutch"}, 900, 2).first_seat == 2
    assert [settle({"format": "roundrobin"}, n, 1).rounds for n in (4, 5, 6)] == [3, 5, 5]
    assert settle({"format": "roundrobin", "cycles": 2}, 5, 1).rounds == 10


# Refusals --------------------------------------------------------------------------------


@each(
    [
        ({"colour": "red"}, "colour"),
        ({"format": "ladder"}, "format"),
        ({"size": 9}, "size"),
        ({"size": True}, "size"),
        ({"size": 4, "least": 5}, "least"),
        ({"size": 4, "most": 3}, "most"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": "many"}, "rounds"),
        ({"points": {"2": ["0", "1"]}}, "points"),
        ({"points": {"2": ["1", "1"]}}, "points"),
        ({"points": {"2": ["1"]}}, "points"),
        ({"points": {"2": [1.5, "0"]}}, "points"),
        ({"points": "much"}, "points"),
        ({"bye": "-1"}, "bye"),
        ({"bye": "a win"}, "bye"),
        ({"draw": "1/0"}, "draw"),
        ({"third": "yes"}, "third"),
        ({"late": "never"}, "late"),
        ({"tiebreaks": ["wins", "wins"]}, "tiebreaks"),
        ({"tiebreaks": ["luck"]}, "tiebreaks"),
        ({"forbidden": [[3, 3]]}, "forbidden"),
        ({"forbidden": [[1, 2, 3]]}, "forbidden"),
        ({"forbidden": 7}, "forbidden"),
    ]
)
def test_a_value_that_cannot_be_read_is_refused_by_name(given, setting) -> None:
    assert refused(resolve, given) == (setting, "BAD_SETTING")


@each(
    [
        ({"format": "double", "size": 4}, "most"),
        ({"games": 2}, "games"),
        ({"size": 4, "games": 3}, "games"),
        ({"format": "arena", "games": 3}, "games"),
        ({"cycles": 2}, "cycles"),
        ({"format": "roundrobin", "size": 4, "cycles": 2}, "cycles"),
        ({"format": "elimination", "flow": True}, "flow"),
        ({"format": "elimination", "size": 4, "advance": 3}, "advance"),
        ({"format": "elimination", "size": 4, "third": True}, "third"),
        ({"format": "double", "rounds": 2}, "rounds"),
        ({"format": "elimination", "tiebreaks": ["wins"]}, "tiebreaks"),
        ({"format": "arena", "tiebreaks": ["lot"]}, "tiebreaks"),
        ({"minutes": 60}, "minutes"),
        ({"format": "arena", "minutes": None}, "minutes"),
        ({"points": {"2": ["3/2", "0"]}}, "points"),
        ({"size": 4, "points": {"2": ["3/2", "0"]}}, "points"),
        ({"draw": "2"}, "draw"),
        ({"size": 4, "points": {"4": ["3/2", "1", "1", "0"]}}, "points"),
        ({"size": 4, "draw": "1"}, "draw"),
        ({"size": 4, "bye": "1/11"}, "bye"),
        ({"bye": "1/3"}, "bye"),
        ({"points": {"2": ["3", "1"]}}, "points"),
        ({"engine": ""}, "engine"),
        ({"format": "double", "engine": "cost"}, "engine"),
        ({"size": 4, "engine": "dutch"}, "engine"),
        ({"seeding": "standing"}, "seeding"),
        ({"take": 8, "seeding": "random"}, "seeding"),
    ]
)
def test_settings_that_do_not_fit_each_other_are_refused_by_name(given, setting) -> None:
    assert refused(verify, resolve(given)) == (setting, "BAD_SETTING")


# Game ------------------------------------------------------------------------------------


def test_games_say_by_how_many_they_are_played() -> None:
    assert seats_of("war", "") == [2, 3]
    assert seats_of("war", "leftover=remove") == [3]
    assert seats_of("ww3", "hold=secret") == [2, 3, 4, 5, 6]
    assert seats_of("ultimate", "") == [3, 4, 5, 6, 7, 8]


def test_how_long_a_game_may_take() -> None:
    def minutes(key: str, options: str) -> int:
        game = find(key)
        return game.limit_minutes(game.options(options))

    assert minutes("war", "pace=auto") == 15
    assert [minutes("ww3", f"seats={n}") for n in (2, 3, 4, 6)] == [30, 30, 60, 60]
    assert minutes("ultimate", "") == 25


def resolve_and_check(given) -> None:
    settings = resolve(given, seats_of(given["game"], given.get("options", ""))[0])
    verify(settings)
    verify_game(settings)


@each(
    [
        ({"game": "poker"}, "game", "BAD_SETTING"),
        ({"game": "war", "options": "pace=manual"}, "options", "SLOW_RULES"),  # TX-10
        ({"game": "war", "options": "pace=auto;jokers=9"}, "options", "BAD_SETTING"),
        ({"game": "war", "options": "pace"}, "options", "BAD_SETTING"),
        (WAR | {"seeding": "rating"}, "seeding", "BAD_SETTING"),
        (WAR | {"size": 4}, "size", "BAD_SETTING"),
        ({"game": "ultimate"}, "least", "BAD_SETTING"),
        ({"game": "ultimate", "size": 4, "least": 2}, "size", "BAD_SETTING"),
    ]
)
def test_what_does_not_fit_the_game_is_refused(given, setting, code) -> None:
    assert refused(resolve_and_check, given) == (setting, code)


# Field and stages ------------------------------------------------------------------------


@each(
    [
        ({"rounds": 7}, 6, "rounds"),  # TX-11
        ({"rounds": 5}, 6, ""),
        ({"rounds": 5}, 5, ""),
        ({"rounds": 6}, 5, "rounds"),
        ({"rounds": 9}, 1001, ""),
        ({"engine": "dutch", "rounds": 9}, 1001, "engine"),
        ({"rounds": 9}, 2001, "engine"),
        ({"size": 4, "rounds": 20}, 8, ""),
        ({"size": 4}, 2, "least"),
        ({"format": "elimination", "size": 4}, 2, ""),
        ({"format": "elimination"}, 1, "least"),
        ({"format": "roundrobin", "rounds": 6}, 6, "rounds"),
        ({"format": "roundrobin", "cycles": 2, "rounds": 10}, 6, ""),
    ]
)
def test_all_rounds_must_be_possible(given, entrants, setting) -> None:
    assert refused(verify_field, resolve(given), entrants)[0] == setting


def test_many_rounds_of_few_are_warned_of() -> None:
    assert verify_field(resolve({"rounds": 6}), 9) == []
    (warning,) = verify_field(resolve({"rounds": 7}), 9)
    assert "run out" in str(warning)


def test_each_stage_takes_the_best_of_the_one_before() -> None:
    first, second = resolve({}), resolve({"format": "elimination", "take": 8})
    verify_stages([first, second, second])
    assert refused(verify_stages, [second])[0] == "take"
    assert refused(verify_stages, [first, first])[0] == "take"
    assert refused(verify_stages, [first] + [second] * 3)[0] == "stages"
