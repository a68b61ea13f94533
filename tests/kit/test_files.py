"""`warsite verify`: finished games in files, replayed without the site they come from."""

import json
import os
import random
import subprocess
from functools import reduce

import pytest

from games.accounts.models import Player
from games.kit import files
from games.kit.command import verify
from games.rules.catalogue import BOTS, find
from games.rules.hands import read_hands
from games.table.models import Table
from games.table.reading import game_log
from games.table.replay import stored
from games.table.writer import play
from games.table.writer.branches import open_branch
from games.table.writer.by_hand import open_by_hand
from games.table.writer.opening import open_table
from games.table.writer.orders import Order
from games.work import demo
from tests.depth import FIRST_SEED, deep
from tests.each import each
from tests.kit.programs import PYTHON
from warsite.local.processes import ROOT

pytestmark = pytest.mark.django_db
NOW = 1_700_000_000_000
LATER = NOW + 3_600_000
RULES = {
    "war": "cap=60;order=random;slap=5;underdog=6;spoils=shown",
    "ww3": "cap=20;seats=4",
    "ultimate": "clock=300000;seats=3;change=on;multi=on",
}


@pytest.fixture
def alice():
    return Player.objects.create_user("alice", name="Alice")


def over(table, until=NOW + 900_000):
    play.play_out(table=table, decide=demo.wishes, until=until)
    return Table.objects.get(pk=table.pk)


def of_bots(game):
    seats = find(game).options(RULES[game]).players
    bots = [*BOTS[game].levels][:seats] * 2
    table = open_table(by=None, game=game, options=RULES[game], bots=bots[:seats], now=NOW)
    return over(table)


def file_of(table, tmp_path):
    path = tmp_path / f"{table.code}.json"
    path.write_text(json.dumps(game_log.as_json(table)))
    return path


def checked(capsys, *paths):
    """The exit code, the checks by name, and what went to standard error."""
    capsys.readouterr()
    code = verify([str(path) for path in paths])
    told = capsys.readouterr()
    rows = [line.split(": ", 2) for line in told.out.splitlines()]
    return code, {row[1].split()[-1]: row[1].startswith("ok") for row in rows}, told.err


@pytest.mark.parametrize("game", RULES)
def test_a_game_is_replayed_whole(game, tmp_path, capsys):
    table = of_bots(game)
    names = ("commitment", "deal", "moves", "result", "standing")
    assert checked(capsys, file_of(table, tmp_path)) == (0, dict.fromkeys(names, True), "")
    path = tmp_path / "game.wsn"
    path.write_text(game_log.wsn(table))
    assert checked(capsys, path) == (0, {"moves": True, "result": True}, "")


def events_of(row, *kinds):
    moves = (move.get("events", ()) for move in row["moves"])
    return [e for events in moves for e in events if not kinds or e["ev"] in kinds]


def other_secret(row):
    row["fairness"]["secret"] = "00" * 32


def other_entropy(row):
    row["fairness"]["entropies"][0] = "ff" * 16


def other_deal(row):
    row["deal"] = row["deal"][:2] + row["deal"][4:6] + row["deal"][2:4] + row["deal"][6:]


def other_packet(row):
    packets = (event.get("cards") for event in events_of(row, "take", "win"))
    cards = next(cards for cards in packets if cards and len(cards) > 1)
    cards[0], cards[1] = cards[1], cards[0]


def other_time(row):
    move = next(move for move in row["moves"] if move["act"] == "timer")
    move["t"] += 1


def lost_move(row):
    del row["moves"][9]


def lost_end(row):
    row["moves"] = row["moves"][:-3]


def other_result(row):
    row["result"] = "2" if row["result"] != "2" else "1"


def other_place(row):
    row["seats"][0]["place"] += 1


def other_length(row):
    row["length"] += 1


CHANGES = {
    other_secret: "commitment",
    other_entropy: "deal",
    other_deal: "deal",
    other_packet: "moves",
    other_time: "moves",
    lost_move: "moves",
    lost_end: "result",
    other_result: "result",
    other_place: "standing",
    other_length: "standing",
}


@pytest.mark.parametrize("game", RULES)
def test_what_was_changed_is_found(game, tmp_path, capsys):
    row, path = game_log.as_json(of_bots(game)), tmp_path / "game.json"
    for change, check in CHANGES.items():
        changed = json.loads(json.dumps(row))
        change(changed)
        path.write_text(json.dumps(changed))
        code, checks, _ = checked(capsys, path)
        assert (code, checks[check]) == (1, False), change


def cards_of(event):
    """The lists of cards of an event: where each is, and at which index."""
    for key, value in event.items():
        for at, one in enumerate(value if isinstance(value, list) else ()):
            if isinstance(one, str) and len(one) == 2:
                yield value, at
        if isinstance(value, str) and key in ("card", "up", "top"):
            yield event, key


@pytest.mark.parametrize("game", RULES)
def test_every_card_of_the_log_is_checked(game, tmp_path, capsys):
    """In packets, on the table, shown: one card of each kind of event is another one."""
    row, path = game_log.as_json(of_bots(game)), tmp_path / "game.json"
    kinds = {event["ev"] for event in events_of(row)}
    tried = set()
    for kind in sorted(kinds):
        changed = json.loads(json.dumps(row))
        places = (place for event in events_of(changed, kind) for place in cards_of(event))
        if (place := next(places, None)) is None:
            continue
        where, at = place
        where[at] = "2c" if where[at] != "2c" else "2d"
        path.write_text(json.dumps(changed))
        code, checks, _ = checked(capsys, path)
        assert (code, checks["moves"]) == (1, False), kind
        tried.add(kind)
    assert len(tried) >= 3, kinds


def test_a_changed_line_of_wsn_is_found(tmp_path, capsys):
    path = tmp_path / "game.wsn"
    text = game_log.wsn(of_bots("ww3"))
    path.write_text(text.replace("\nR2 ", "\nR3 ", 1))
    code, checks, _ = checked(capsys, path)
    assert (code, checks) == (1, {"moves": False})


def test_a_branch_is_replayed_with_the_game_it_goes_on_from(alice, tmp_path, capsys):
    origin = of_bots("ww3")
    frames = stored.recording(origin, "watcher")
    middle = len(frames.frames) // 2
    place = frames.text_of(middle)
    table = open_branch(
        by=alice, origin=origin, frame=middle, place=place, level="general", now=LATER
    )
    play.ready(Order(table, alice, now=LATER), entropy=bytes(16))
    table = over(Table.objects.get(pk=table.pk), LATER + 900_000)
    own, other = file_of(table, tmp_path), file_of(origin, tmp_path)
    code, checks, told = checked(capsys, own)
    assert (code, checks) == (2, {}) and "name the file of that game, too" in told
    code, checks, told = checked(capsys, own, other)
    assert (code, told) == (0, "") and checks["branch"]


def test_a_deal_by_hand_is_checked(alice, tmp_path, capsys):
    hands = read_hands(["4 aces", ""], [False, False])
    table = open_by_hand(
        by=alice, game="war", options="cap=20", hands=hands, number=1, level="recruit", now=NOW
    )
    play.ready(Order(table, alice, now=NOW), entropy=bytes(16))
    code, checks, _ = checked(capsys, file_of(over(table), tmp_path))
    assert code == 0 and checks["deal"]


def test_an_export_is_checked_line_by_line(tmp_path, capsys):
    tables = [of_bots("ww3"), of_bots("war")]
    lines = [json.dumps(game_log.as_json(table)) for table in tables]
    path = tmp_path / "games.ndjson"
    path.write_text("\n".join([*lines, '{"end": true, "games": 2, "next": null}', ""]))
    verify([str(path)])
    told = capsys.readouterr().out.splitlines()
    assert {line[:8] for line in told} == {table.code for table in tables}
    assert len(told) == 10 and not any("BAD" in line for line in told)


@each(
    [
        ("R1 1:Ks", "neither JSON nor WSN"),
        ("", "no game with its moves"),
        ('{"moves": [], "code": "X"}', "missing or in the wrong place"),
        ('[WSN "1"]\n', "line 2: an empty line must follow the tags"),
        ("\x00\ud800", ""),
    ],
    "tmp_path_factory, capsys",
)
def test_what_cannot_be_read_is_said(tmp_path_factory, capsys, text, why):
    path = tmp_path_factory.mktemp("bad") / "bad.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    code, checks, told = checked(capsys, path)
    assert (code, checks) == (2, {}) and why in told and str(path) in told


def places_in(value, before=()):
    """The way to every value of a tree of JSON."""
    if not isinstance(value, dict | list):
        return
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*before, key)
        yield from places_in(part, (*before, key))


ODD = (None, 0, -1, 1.5, "", "x", [], {}, [1], True, "ultimate", 10**30)


def test_whatever_stands_in_a_file_it_is_judged_or_refused():
    row = game_log.as_json(of_bots("war"))
    row["moves"] = row["moves"][:14]
    luck, refused = random.Random(FIRST_SEED), 0
    places = list(places_in(row))
    for _ in range(deep(2000)):
        changed = json.loads(json.dumps(row))
        *way, last = luck.choice(places)
        reduce(lambda part, key: part[key], way, changed)[last] = luck.choice(ODD)
        try:
            files.verify(changed, {})
        except files.Unreadable:
            refused += 1
    assert refused


def test_the_secret_of_a_day_is_waited_for(tmp_path, capsys):
    row, path = game_log.as_json(of_bots("ww3")), tmp_path / "game.json"
    row["fairness"] |= {"secret": None, "day": "2026-11-20"}
    path.write_text(json.dumps(row))
    code, _, told = checked(capsys, path)
    assert code == 2 and "it is shown when the day, or the round, is over" in told


def test_it_needs_no_site(tmp_path):
    path = file_of(of_bots("ultimate"), tmp_path)
    command = [PYTHON, "-m", "warsite", "verify", path]
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=bare)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout.count(": ok ") == 5 and not list(tmp_path.glob("var"))
