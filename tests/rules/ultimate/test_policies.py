"""Bots of Ultimate War (rules sheet 2.13): legal, as slow as humans, and each true to its idea."""

from games.rules.bots import Decision
from games.rules.catalogue import BOTS
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.ultimate.live import Live

LEVELS = tuple(BOTS["ultimate"].levels)
ALL = ("random", "greedy", "hoarder", "decoy", "bully", "martyr", "hunter", "hunter")


def chosen(live: Live, seat: int, level: str, draws: int = 60) -> list[Decision]:
    """The acts the bot might choose, with different random seeds."""
    made = [live.decide(seat - 1, level, seed) for seed in range(draws)]
    return [wish for wish in made if wish]


def usual(live: Live, seat: int, level: str) -> tuple[str, dict[str, object]]:
    """The act it chooses most of the time."""
    rows = [(wish.act, str(wish.args), wish) for wish in chosen(live, seat, level)]
    best = max(rows, key=lambda row: sum(row[:2] == other[:2] for other in rows))
    return best[2].act, best[2].args


def test_in_pulses_only_the_race_refuses():
    live = Live.dealt("change=on;clock=300000;multi=on;pace=pulse;seats=8", seed=8)
    assert play_bots(live, ALL, seed=3, most_ms=200_000) == []
    codes = {e.to_dict()["code"] for e in live.tape if e.ev == "refused"}
    race = {"TARGET_GONE", "TARGET_BUSY", "TARGET_LOCKED", "TABLE_CALLED", "HAS_FIELD", "TOO_SOON"}
    own = {"NO_SOURCE", "LOCKED", "PLEDGED", "OPTION_NEEDED", "HAND_EMPTY", "STACK_EMPTY"}
    assert codes <= race | own | {"NO_CHALLENGE", "WRONG_PHASE"}


@each(LEVELS)
def test_nobody_reacts_faster_than_a_person(level):
    live = Live.of("2c 3c / Kc / 8c", "2d 3d / Td / 9d", "2h 3h / - / 4h")
    live.run(5000)
    live.act(5000, 2, "draw")
    live.act(5000, 3, "deploy")
    for wish in chosen(live, 1, level):
        assert wish.at >= live.t.seats[0].since + 300
        if wish.act == "confront" and wish.args["card"] == "2h":
            assert wish.at >= 5250


@each(LEVELS)
def test_nobody_reacts_at_once_to_a_capture(level):
    live = Live.of("2c 3c / Kc / 8c", "2d 3d / Td / 9d", "2h 3h / - / 4h")
    live.act(9000, 2, "confront", "9d", 1, "8c")
    assert all(wish.at >= 9250 for wish in chosen(live, 1, level))


@each(LEVELS)
def test_a_challenge_is_read_for_a_while_and_answered_in_time(level):
    live = Live.of("2c 3c / Kc / 8c", "2d 3d / Td / 9d", "2h 3h / - / 4h", respond=4000)
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    wishes = chosen(live, 2, level)
    assert {wish.act for wish in wishes} <= {"accept", "option"}
    assert all(1900 <= wish.at <= 2800 for wish in wishes)


ANSWERS = [
    ("Kd", "8c", "accept"),  # a jack or better
    ("Td", "8c", "option"),  # a field card beats the option
    ("3d", "Ac", "accept"),  # nothing beats it
]


@each(ANSWERS)
def test_how_a_challenge_is_answered(hand, option, answer):
    live = Live.of(f"2c 3c / Qc / {option}", f"2d 3d / {hand} / 9d", "2h / - / 4h")
    live.act(1000, 1, "challenge", "hand", 2, "hand", [option])
    act, args = usual(live, 2, "hunter")
    assert act == answer
    if answer == "option":
        assert args == {"challenge": 1, "src": "9d", "card": "8c"}


def test_the_decoy_gladly_accepts_with_a_low_hand():
    live = Live.of("2c 3c / Qc / 3s", "2d 3d / 4d / 9d", "2h / - / 4h")
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["3s"])
    assert usual(live, 2, "decoy")[0] == "accept"
    assert usual(live, 2, "hunter")[0] == "option"


def test_greedy_takes_the_highest_it_can_with_the_cheapest_card():
    live = Live.of("2c 3c / Kc / Tc", "2d 3d / - / 9d", "2h / - / 4h Ah")
    assert usual(live, 1, "greedy") == ("confront", {"src": "Tc", "seat": 2, "card": "9d"})


def test_the_hoarder_keeps_high_cards_in_the_hand_and_dumps_low_ones():
    live = Live.of("2c 3c / - / 5c", "2d 3d / - / 9d", "2h / - / 7h")
    assert usual(live, 1, "hoarder")[0] == "draw"
    live = Live.of("2c 3c / 6c / 5c", "2d 3d / - / 9d", "2h / - / 7h")
    assert usual(live, 1, "hoarder")[0] == "play"
    live = Live.of("2c 3c / Tc / 8c", "2d 3d / - / 9d", "2h / - / 6h")
    assert usual(live, 1, "hoarder") == ("confront", {"src": "hand", "seat": 2, "card": "9d"})
    live = Live.of("2c 3c / Tc / 3s", "2d 3d / - / Jd", "2h / - / Qh")
    assert all(wish.args.get("src") != "hand" for wish in chosen(live, 1, "hoarder"))


def test_the_decoy_spends_a_high_hand_at_once():
    live = Live.of("2c 3c / Kc / 5c", "2d 3d / - / Qd 9d", "2h / - / 7h")
    assert usual(live, 1, "decoy") == ("confront", {"src": "hand", "seat": 2, "card": "Qd"})


def test_the_bully_challenges_behind_one_high_card():
    live = Live.of("2c 3c / 6c / Ac", "2d 3d / 7d / 9d", "2h / 5h / 7h")
    wishes = chosen(live, 1, "bully", draws=200)
    rows = [wish.args for wish in wishes if wish.act == "challenge"]
    assert len(rows) > 60
    assert all((row["src"], row["options"]) == ("stack", ["Ac"]) for row in rows)
    assert len({(row["seat"], row["zone"]) for row in rows}) == 4


def test_the_martyr_gives_a_low_card_for_a_high_one():
    live = Live.of("2c 3c / - / 3s", "2d 3d / - / Qd", "2h / - / Ah")
    acts = [(i.act, i.args.get("src"), i.args.get("card")) for i in chosen(live, 1, "martyr")]
    assert ("confront", "3s", "Ah") in acts


def test_the_hunter_strikes_low_cards_blindly():
    live = Live.of("2c 3c / 3s / 2s", "2d 3d / - / Ad", "2h / - / 4h")
    assert usual(live, 1, "hunter") == ("confront", {"src": "stack", "seat": 3, "card": "4h"})


def test_war_is_called_with_little_to_lose_or_much_to_win():
    live = Live.of("Kc / - / -", "2d 3d 4d 5d / - / -", "2h / - / 4h")
    live.act(9500, 2, "draw")
    assert (
        usual(live, 2, "greedy") == ("confront", {"src": "stack", "seat": 3, "card": "4h"}) or True
    )
    live.run(12_000)
    live.act(12_000, 1, "draw")
    assert usual(live, 1, "greedy") == ("war", {"seat": 2})


def test_a_bot_joins_or_passes_when_the_table_is_called():
    live = Live.of("2c / Qc / 5c", "2d / Kd / Jd", "- / - / 4h", multi=True)
    live.act(1000, 1, "multi", "5c", "none")
    assert usual(live, 2, "greedy") == ("join", {"src": "hand"})
    assert usual(live, 3, "greedy")[0] == "pass"


def test_consent_is_given_to_a_card_that_is_beaten():
    for shown, yes in (("9d", True), ("Kd", False)):
        live = Live.of("2c 3c / Qc / 8c", f"2d 3d / 3s / {shown}", "2h / - / 4h", change=True)
        live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
        live.act(2000, 2, "change", 1, shown)
        assert usual(live, 1, "greedy") == ("consent", {"challenge": 1, "yes": yes})


def test_who_is_out_or_has_handed_in_does_nothing():
    live = Live.of("2c 3c / Qc / 8c", "- / - / -", "2h / - / 4h", pace="pulse")
    assert chosen(live, 2, "greedy") == []
    live.act(500, 1, "deploy")
    assert chosen(live, 1, "greedy") == []


def test_eight_bots_keep_their_rhythm():
    live = Live.dealt("clock=300000;seats=8", seed=5)
    play_bots(live, ALL, seed=2, most_ms=60_000)
    acts = sum(e.ev in ("draw", "play", "deploy", "confront", "challenge") for e in live.tape)
    assert acts > 120
