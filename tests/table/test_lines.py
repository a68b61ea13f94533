"""Lines of the log as each reader gets them: a seat is spoken to, everybody else reads its name."""

import re
from itertools import product

import pytest

from games.rules.cards import NONE
from games.rules.catalogue import find
from games.table import words
from games.table.models import Move, Table
from games.table.reading import game_log
from games.table.reading.snapshot import load
from games.table.replay import stored
from tests.each import each
from tests.rules.second_person import said_to
from tests.table.conftest import NOW, finish

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cem")
CASES = [(act, {}) for act in sorted(words.TABLE_WORDS)]
CASES += [("offer", {"what": "fast"}), ("answer", {"yes": True}), ("pause", {"reason": "tea"})]


def lines_of(move, you):
    told = words.lines_of(find("war"), move, [], NAMES, 0, you=you)
    return [line.text for line in told]


@each(CASES)
def test_what_somebody_did_at_the_table_is_said_to_whom_did_it(act, args):
    move = Move(seat=2, act=act, args=args)
    public = lines_of(move, NONE)
    assert lines_of(move, 1) == [said_to("Bob", text) for text in public]
    assert lines_of(move, 0) == lines_of(move, 2) == public
    assert not re.search(r"\byou", " ".join(public), re.IGNORECASE)


@each(product(sorted(find("war").kept_rejects), ("", " (400 ms)")))
def test_a_refusal_is_true_for_everybody(code, ms):
    reject = find("war").rejects(code)
    args = {"rt": 400, "arr": 500} if ms else {}
    move = Move(seat=1, act="slap", args=args, refused=reject.name)
    assert lines_of(move, 1) == [f"Ann: slap{ms} was refused. {reject.sentence}"]
    assert lines_of(move, 0) == [f"Your slap{ms} was refused. {reject.sentence}"]
    assert not re.search(r"\byou", reject.sentence, re.IGNORECASE)


def told(snapshot, viewer):
    rows = snapshot.message(viewer, 0)["lines"]
    return [row["text"] for row in rows], [row.get("mine", False) for row in rows]


def test_who_sits_is_spoken_to_and_nobody_else(running):
    snapshot = load(finish(running).pk)
    public, marks = told(snapshot, None)
    assert "Alice sits down." in public and not any(marks)
    for seat, name in enumerate(("Alice", "Bob"), 1):
        own, marks = told(snapshot, seat)
        assert own == [said_to(name, text) for text in public]
        assert marks == [name in text for text in public]
        assert any(text.startswith("You win ") for text in own)


def test_two_at_one_screen_are_named(running):
    Table.objects.filter(pk=running.pk).update(one_screen=True)
    snapshot = load(running.pk)
    assert told(snapshot, 1) == told(snapshot, None)


def test_lines_are_made_once_for_each_seat_with_a_reader(running):
    snapshot = load(finish(running).pk)
    for viewer in (1, None, 1):
        for since in (0, snapshot.table.shown - 5):
            snapshot.text(viewer, since, "en", now=NOW, watchers=0)
    made = {key for seen in snapshot.unmasked.values() for key in seen.lines}
    assert made == {(None, "en"), (1, "en")}


def test_files_and_the_log_without_a_replay_name_everybody(running):
    over = finish(running)
    public, _ = told(load(over.pk), None)
    assert [line.text for _, line in game_log.lines(over)][-5:] == public[-5:]
    assert "Alice" in game_log.wsn(over) and "You" not in game_log.wsn(over)


def test_a_replay_speaks_to_the_seat_whose_eyes_it_has(running):
    over = finish(running)
    logs = {eyes: stored.recording(over, eyes).log for eyes in ("all", "watcher", "1", "2")}
    assert logs["all"] == logs["watcher"]
    for eyes in ("1", "2"):
        lines = [text for _, parts in logs[eyes] for text, _ in parts]
        assert not [text for text in lines if f"<{eyes}>" in text]
        assert any(text.startswith("You win ") for text in lines)
