"""Reading a table: logs, files, verification."""

import json
import random
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Player
from games.rules.catalogue import find
from games.rules.logs import rewrite
from games.rules.replay import TABLE_ACTS
from games.table.models import Move, Seat, Table
from games.table.moves import moves_of
from games.table.reading import game_log
from games.table.reading.verification import verify
from games.table.refusals import Refused
from games.table.replay.rebuild import rebuild
from games.table.words import TABLE_WORDS
from games.table.writer import play
from games.table.writer.orders import Order
from tests.depth import share
from tests.each import each
from tests.standalone import SCRIPT, standalone
from tests.table.conftest import NOW, begin, finish

pytestmark = pytest.mark.django_db
OPTIONS = [
    *(preset.options for preset in find("war").presets),
    "players=3;leftover=seats;order=winner",
    "players=3;leftover=remove;order=high;spoils=hidden",
    "order=loser;zero=lose;slap=5,K;false_slap=burn",
    "mode=peace;order=low;auto=A;underdog=6;underdog_scope=all",
]


def random_game(players, options, seed):
    """A game of people who press anything at any time, played to its end."""
    luck = random.Random(seed)
    kept = [pair for pair in options.split(";") if pair and not pair.startswith("cap=")]
    table = play.open_table(by=players[0], options=";".join([*kept, "cap=20"]), now=NOW)
    table = begin(table, *players[: table.players])
    now = NOW + 3000
    while Table.objects.get(pk=table.pk).status == "running":
        now += luck.choice((5, 200, 700, 2500, 11_000))
        player = luck.choice(players[: table.players])
        reveal = luck.randint(1, 60)
        name, args = luck.choice(
            [("flip", {}), ("lay", {}), ("check", {}), ("slap", {"reveal": reveal, "rt": 400})]
            + [("slap", {"reveal": last_reveal(table), "rt": luck.randint(90, 900)})] * 2
        )
        if luck.random() < 0.002 and Table.objects.get(pk=table.pk).length > 5:
            name, args = "resign", {}
        try:
            play.act(Order(table, player, now=now), name=name, args=args)
        except Refused:
            play.tick(table=table, now=now)
    return Table.objects.get(pk=table.pk)


def last_reveal(table):
    moves = Move.objects.filter(table=table).order_by("-number")[:6]
    opened = [row["reveal"] for move in moves for row in move.events if row["ev"] == "slap_open"]
    return opened[0] if opened else 1


@pytest.mark.parametrize("seed, options", share(enumerate(OPTIONS)))
def test_a_random_game_proves_itself_everywhere(alice, bob, charlie, seed, options):
    table = random_game([alice, bob, charlie], options, seed)
    assert rebuild(table, list(table.seats.order_by("number"))).to_bytes() == bytes(table.state)
    assert table.version == Move.objects.filter(table=table).count()
    found = verify(table)
    assert found.ok, found
    text = game_log.wsn(table)
    assert rewrite(text) == text
    assert standalone.verify(json.loads(json.dumps(game_log.as_json(table)))) > 3


@pytest.fixture
def finished(running):
    return finish(running)


def test_the_script_needs_nothing_of_ours(finished, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game_log.as_json(finished)))
    for arguments, given in (([str(file)], ""), ([], file.read_text())):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(SCRIPT), *arguments],
            input=given,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert (done.returncode, done.stderr) == (0, ""), done
        assert "20 packets" in done.stdout
    file.write_text("{}")
    done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(file)], capture_output=True)
    assert done.returncode == 2


def events_of(game, kind):
    return [
        event for move in game["moves"] for event in move.get("events", ()) if event["ev"] == kind
    ]


def other_secret(game):
    game["fairness"]["secret"] = "00" * 32


def other_entropy(game):
    game["fairness"]["entropies"][0] = "ff" * 16


def other_code(game):
    game["code"] = "ABCDEFGH"


def other_deal(game):
    game["deal"] = game["deal"][:2] + game["deal"][4:6] + game["deal"][2:4] + game["deal"][6:]


def other_packet(game):
    cards = events_of(game, "take")[5]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def other_card(game):
    flips = events_of(game, "flip")
    flips[3]["cards"], flips[4]["cards"] = flips[4]["cards"], flips[3]["cards"]


def lost_move(game):
    del game["moves"][7]


@each(
    [other_secret, other_entropy, other_code, other_deal, other_packet, other_card, lost_move],
    "finished",
)
def test_the_script_finds_every_fraud(finished, tamper):
    game = json.loads(json.dumps(game_log.as_json(finished)))
    tamper(game)
    with pytest.raises(standalone.VerificationFailed):
        standalone.verify(game)


def test_our_own_proof_finds_frauds_too(finished):
    assert [check.name for check in verify(finished).checks] == [
        "commitment",
        "deal",
        "moves",
        "state",
        "result",
    ]
    finished.commitment = "0" * 64
    assert [check.name for check in verify(finished).checks if not check.ok] == ["commitment"]
    finished.refresh_from_db()
    Seat.objects.filter(table=finished, number=1).update(entropy=b"x" * 16)
    assert not verify(finished).ok
    Seat.objects.filter(table=finished, number=1).update(entropy=bytes(16))
    move = Move.objects.filter(table=finished, act="timer").order_by("number")[4]
    Move.objects.filter(pk=move.pk).update(events=[])
    assert [check.name for check in verify(finished).checks if not check.ok] == ["moves"]


def test_the_command_verifies_by_code(finished, capsys):
    call_command("verify", finished.code.lower())
    assert f"{finished.code}: ok  deal" in capsys.readouterr().out
    with pytest.raises(CommandError, match="1 of 2"):
        call_command("verify", finished.code, "NOSUCHTB")


def test_nothing_secret_is_told_before_the_end(running, alice, bob):
    play.tick(table=running, now=NOW + 3000)
    for tell in (game_log.wsn, game_log.as_json):
        with pytest.raises(Refused, match="NOT_OVER"):
            tell(running)
    assert not verify(running).ok and "secret" in verify(running).checks[0].detail


def test_hidden_cards_stay_hidden_until_the_end(alice, bob):
    table = begin(play.open_table(by=alice, options="auto=A;spoils=hidden;cap=60"), alice, bob)

    def taken():
        rows = (row for move in moves_of(table) for row in game_log.seen(table, move, 1))
        return [row["cards"] for row in rows if row["ev"] == "take"]

    while not taken():
        table.refresh_from_db()
        play.tick(table=table, now=table.due_ms)
    assert set(taken()[0]) == {"??"}
    play.resign(Order(table, alice, now=table.due_ms))
    table.refresh_from_db()
    assert "??" not in taken()[0]


def test_the_log_tells_everything_in_words(finished, alice):
    play.rematch(Order(finished, alice))
    told = [line.text for _, line in game_log.lines(finished)]
    assert told[0] == "Alice sits down."
    assert [text for text in told if "cards are" in text][:2] == [
        "The cards are shuffled.",
        "The cards are dealt: 26 each.",
    ]
    assert told[-1] == "Alice asks for a rematch."
    assert len(told) > 40


def test_a_name_from_right_to_left_leaves_numbers_where_they_are(finished, alice):
    Player.objects.filter(pk=alice.pk).update(name="דנה 7")
    told = [line.text for _, line in game_log.lines(finished)]
    assert told[0] == "\u2068דנה 7\u2069 sits down."
    assert "Bob sits down." in told
    assert not any("דנה" in text and "\u2068דנה 7\u2069" not in text for text in told)


def test_every_move_of_the_table_has_words_or_needs_none():
    assert set(TABLE_WORDS) - {"hurry"} == TABLE_ACTS - {"open", "arrive"}
