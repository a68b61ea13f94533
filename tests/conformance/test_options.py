"""House rules of every game: what its schema declares can be chosen, nothing else can, and the text
of a choice reads back (rules sheet 0.8).  Which rules and numbers there are is tested in
`tests/rules`."""

import pytest

from games.rules.catalogue import GAMES
from games.rules.game import Game
from games.rules.options import BadOptions, Option
from tests.conformance.subjects import KEYS

every = pytest.mark.parametrize("key", KEYS)
NO_NUMBERS = ("x", "-5", "1e3", "1.5", "٣٣٣", "9" * 30)


def refused(game: Game, chosen: str) -> BadOptions:
    with pytest.raises(BadOptions) as bad:
        game.options(chosen)
    assert bad.value.code == "BAD_OPTIONS" and str(bad.value).endswith(".")
    return bad.value


def needed(game: Game, option: Option, met: bool = True) -> str:
    """What must be chosen for this option to have an effect, or to have none."""
    need = option.needs
    if need is None:
        return ""
    values = [choice.value for choice in game.schema.find(need.key).choices]
    return f"{need.key}={next(v for v in values if ((v == need.value) == need.equal) == met)}"


def values_of(option: Option) -> list[str]:
    """What a form offers, and the bounds of a number."""
    bounds = [option.low, option.high] if option.number and not option.prefix else []
    return [*(choice.value for choice in option.choices), *map(str, bounds)]


@every
def test_every_value_can_be_chosen_said_and_written_again(key):
    game = GAMES[key]
    usual = game.options("")
    assert game.options({}) == usual and game.canonical(usual) == ""
    for option in game.schema.options:
        assert option.label and option.description.endswith(".")
        assert all(choice.label for choice in option.choices)
        for value in values_of(option):
            assert option.read(value) == option.read(f" {value} ") == value
            chosen, parent = f"{option.key}={value}", needed(game, option)
            o = game.options(f"{parent};{chosen}" if parent else chosen)
            is_usual = value in (option.default, str(getattr(usual, option.field)))
            assert (o == game.options(parent)) == is_usual, chosen
            assert (game.schema.values(o)[option.key] == value) or is_usual, chosen
            text = game.canonical(o)
            assert game.options(text) == o and text.split(";") == sorted(text.split(";"))
            assert (chosen in text.split(";")) != is_usual, text
            assert all(game.phrases(o)), text
            assert game.options(game.schema.values(o)) == o  # as a form sends it
        assert option.default in values_of(option)
        assert game.options({option.key: ""}) == usual


@every
def test_a_value_that_is_none_is_refused_by_name(key):
    game = GAMES[key]
    for option in game.schema.options:
        wrong = ["maybe", *(value.upper() for value in values_of(option))]
        if option.number:
            wrong += [*NO_NUMBERS, str((option.low or 0) - 1), str((option.high or 0) + 1)]
        for value in set(wrong) - {*values_of(option)}:
            bad = refused(game, f"{option.key}={value}")
            assert bad.keys == (option.key,) and option.label in str(bad), value


@every
def test_what_hangs_on_another_option_is_refused_alone(key):
    """Except in a log, which may be of an older version."""
    game = GAMES[key]
    for option in game.schema.options:
        for value in {*values_of(option)} - {option.default} if option.needs else set():
            text = f"{needed(game, option, met=False)};{option.key}={value}"
            bad = refused(game, text)
            assert set(bad.keys) == {option.key, option.needs.key}, text
            assert str(bad).startswith("No effect"), text
            seats = dict(pair.split("=") for pair in text.split(";")).get(game.seats_key)
            o = game.read_options(text, int(seats or game.options("").players))
            assert game.schema.values(o)[option.key] == value


@every
def test_what_is_no_list_of_options_is_refused(key):
    game = GAMES[key]
    own = {option.key for option in game.schema.options}
    others = {option.key for other in KEYS for option in GAMES[other].schema.options} - own
    for name in [*others, "colour", game.seats_key.upper()]:
        assert refused(game, f"{name}=2").keys == (name,)
    one = f"{game.seats_key}={game.schema.find(game.seats_key).default}"
    for text, reason in (
        (game.seats_key, "key=value"),
        (f"{game.seats_key}=", "key=value"),
        (f"{one};", "key=value"),
        (";", "key=value"),
        (f"{one};{one}", "twice"),
    ):
        assert reason in str(refused(game, text)), text


@every
def test_presets_are_canonical_and_all_different(key):
    game = GAMES[key]
    for preset in game.presets:
        assert game.canonical(game.options(preset.options)) == preset.options
        assert preset.name and preset.line.endswith((".", "?")) and preset.minutes > 0
    for rows in zip(*((p.key, p.name, p.options) for p in game.presets), strict=True):
        assert len(set(rows)) == len(game.presets), rows


@every
def test_the_options_of_a_log_do_not_count_seats(key):
    game = GAMES[key]
    seats = game.schema.find(game.seats_key)
    for choice in seats.choices:
        for option in game.schema.options:
            chosen = f"{seats.key}={choice.value}"
            if option.key != seats.key and not option.needs:
                chosen += f";{option.key}={values_of(option)[-1]}"
            try:
                o = game.options(chosen)
            except BadOptions:
                continue  # they do not go together
            assert game.read_options(game.log_options(o), o.players) == o, chosen
            for others in {0, 1, o.players + 1, 99} - {o.players}:
                with pytest.raises(BadOptions):
                    game.read_options(f"{seats.key}={o.players}", others)
    for none in (0, 1, 99):
        with pytest.raises(BadOptions):
            game.read_options("", none)


@every
def test_a_log_may_have_numbers_that_no_table_offers(key):
    game, least = GAMES[key], GAMES[key].schema.least
    seats = game.options("").players
    for option in game.schema.options:
        if option.number and not option.prefix and option.low > least:
            o = game.read_options(f"{option.key}={option.low - 1}", seats)
            assert game.schema.values(o)[option.key] == str(option.low - 1)
            for value in {least - 1, -1}:
                with pytest.raises(BadOptions):
                    game.read_options(f"{option.key}={value}", seats)
