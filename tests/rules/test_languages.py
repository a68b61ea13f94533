"""The words of the rules can be said in another language, whole."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.catalogue import BOTS, GAMES
from games.rules.events import KINDS
from games.rules.game import BadAct
from games.rules.options import BadOptions
from games.rules.phrases import ENGLISH
from tests.each import each
from tests.rules.every_event import events_of
from tests.rules.live import played
from tests.rules.pseudo import pseudo, unmarked
from tests.rules.ultimate import live as ultimate
from tests.rules.war import live as war
from tests.rules.ww3 import live as ww3

NAMES = [*"①②③④⑤⑥⑦⑧"]
SILENT = {"take", "handed", "refill"}  # events nobody is told in words


@each(GAMES)
def test_every_event_is_told_in_another_language(key):
    game, left, told = GAMES[key], list[str](), set[str]()
    for event in events_of(key):
        for line in game.describe([event], NAMES, pseudo()):
            told.add(event.ev)
            left += [line.text] if unmarked(line.text) else []
        english = game.describe([event], NAMES)
        assert english == game.describe([event], NAMES, ENGLISH)
    assert not left
    assert set(KINDS[key]) - told <= SILENT


@each(GAMES)
def test_every_end_is_told_in_another_language(key):
    game = GAMES[key]
    for end in game.ends:
        assert not unmarked(game.end_words(end.name.lower(), pseudo()))
        assert game.end_words(end.name.lower())


@each(GAMES)
def test_every_house_rule_is_told_in_another_language(key):
    """Labels, choices, phrases and remarks; keys, ranks, numbers and units are no words."""
    game, left = GAMES[key], list[str]()
    for option in game.schema.options:
        constants = [option.label, option.description, option.hint]
        constants += [option.unit] if option.unit != "ms" else []
        constants += [choice.label for choice in option.choices]
        constants += [option.needs.why] if option.needs else []
        left += [text for text in constants if text and unmarked(pseudo().gettext(text))]
        for choice in option.choices:
            values = game.schema.defaults() | {option.key: choice.value}
            o = game.schema.build(values)
            left += [text for text in game.phrases(o, pseudo()) if unmarked(text)]
    for preset in game.presets:
        left += [text for text in (preset.name, preset.line) if unmarked(pseudo().gettext(text))]
    assert not left


NOTED = {
    "war": ["auto=2;auto_in_war=off;faces=2", "mode=peace;auto=2", "auto=5;slap=5", "order=seat"],
    "ww3": ["order=oldest", "hold=secret;same_ms=200", "seats=5;cap=1000"],
    "ultimate": ["stall=off", "pace=pulse;respond=4000"],
}
REFUSED = {
    "war": ["auto=2;faces=2", "order=seat;cap=4000", "cap=0", "auto=X", "slap=5,5", "ace=4;ace=5"]
    + ["slap_window=2000", "x=y", "x", "auto_in_war=off", "mode=peace;faces=3", "leftover=seats"],
    "ww3": ["seats=9", "cap=1"],
    "ultimate": ["clock=1", "seats=2"],
}


@each(GAMES)
def test_what_is_said_about_house_rules_is_said_in_another_language(key):
    game = GAMES[key]
    for text in NOTED[key]:
        notes = game.notes(game.options(text))
        assert notes and not [
            n for n in notes if unmarked(n.text.translate(pseudo())) not in ("", "A")
        ]
    for text in REFUSED[key]:
        with pytest.raises(BadOptions) as bad:
            game.options(text)
        named = {"x", "y", "X", "ace"}  # what was chosen is shown as it was written
        assert set(unmarked(bad.value.reason.translate(pseudo())).split()) <= named, text
    with pytest.raises(BadOptions) as bad:
        game.read_options("", 9)
    assert not unmarked(bad.value.reason.translate(pseudo()))


@each(GAMES)
def test_every_refusal_is_told_in_another_language(key):
    assert not [code for code in GAMES[key].rejects if unmarked(pseudo().gettext(code.sentence))]
    for name, args in (("dance", {}), ("resign", {"x": 1}), ("auto", {"on": 7})):
        with pytest.raises(BadAct) as bad:
            GAMES[key].read_act(name, args)
        assert set(unmarked(bad.value.reason.translate(pseudo())).split()) <= {
            "resign",
            "auto",
            "on",
        }


@each(GAMES)
def test_bots_say_in_another_language_how_they_play(key):
    levels = BOTS[key].all_levels.values()
    assert not [level for level in levels if unmarked(pseudo().gettext(level.line))]


# Tables whose games meet most moments: the options and who plays.
PLAYED = {
    "war": (
        war.Live,
        "ace=4;auto=2;cap=60;faces=3;players=3;slap=5;underdog=6",
        ("recruit", "general", "recruit"),
    ),
    "ww3": (ww3.Live, "cap=25;seats=4", ("recruit", "general", "sergeant", "recruit")),
    "ultimate": (ultimate.Live, "change=on;multi=on", ("bully", "random", "hunter", "random")),
}


# What stands beside the words of a button or a question: codes, which nobody reads.
CODES = {"act", "args", "action", "look", "kind", "key", "options"}


def texts_of(words: Any) -> Iterator[str]:
    """All that is said in a tree."""
    rows = words if isinstance(words, list) else [words[key] for key in words.keys() - CODES]
    for part in rows:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict | list):
            yield from texts_of(part)


@each(GAMES)
def test_every_moment_is_told_in_another_language(key):
    kind, options, levels = PLAYED[key]
    live, game, said = kind.dealt(options, 1), GAMES[key], set[str]()
    hinted = set[str]()
    for number, _ in enumerate(played(live, levels, 1, most_ms=90_000)):
        for seat in (None, number % live.o.players):
            view = game.view(live.t, live.o, seat)
            said.update(texts_of(game.prompts(live.t, live.o, view, NAMES, pseudo())))
            hinted.update(game.hints(view))
            assert not [text for text in texts_of(view) if " " in text]
    assert hinted == game.hint_texts.keys()
    assert len(said) > 20
    assert not [text for text in said if unmarked(text)]
