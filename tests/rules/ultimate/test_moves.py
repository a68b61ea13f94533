"""Moving cards and free confrontations (rules sheet 2.2, 2.3, 2.5)."""

from games.rules.ultimate.state import Reject
from tests.each import each
from tests.rules.ultimate.live import Live

OTHERS = ("2d 3d / - / 7d", "2h 3h / Kh / -")


def table(first: str, **options: object) -> Live:
    return Live.of(first, *OTHERS, **options)


def test_the_one_way_order_stack_hand_field():
    live = table("2c 3c 4c / - / -")
    assert live.act(1000, 1, "draw") == Reject.OK
    assert live.seat(1) == "3c 4c / 2c / -"
    assert live.act(1000, 1, "play") == Reject.OK
    assert live.seat(1) == "3c 4c / - / 2c"
    assert live.act(1000, 1, "deploy") == Reject.OK
    assert live.seat(1) == "4c / - / 2c 3c"
    assert live.happened() == ["draw", "play", "deploy"]


@each(
    [
        ("2c / 3c / -", "draw", Reject.HAND_FULL),
        ("- / - / 9c", "draw", Reject.STACK_EMPTY),
        ("2c / - / -", "play", Reject.HAND_EMPTY),
        ("2c / 3c / 4c 5c 6c", "play", Reject.FIELD_FULL),
        ("- / 3c / -", "deploy", Reject.STACK_EMPTY),
        ("2c / 3c / 4c 5c 6c", "deploy", Reject.FIELD_FULL),
    ]
)
def test_a_move_that_cannot_be_made(position, act, code):
    assert table(position).act(1000, 1, act) == code


def test_draw_play_and_deploy_need_no_pause():
    live = table("2c 3c 4c / - / Ac")
    assert live.act(1000, 1, "confront", "Ac", 2, "7d") == Reject.OK
    assert [live.act(1000, 1, act) for act in ("draw", "play", "deploy")] == [Reject.OK] * 3


@each([("Kc / - / -", "stack", "Kc"), ("2c / Kc / -", "hand", "Kc"), ("2c / - / Kc", "Kc", "Kc")])
def test_any_playable_card_may_strike_without_permission(position, src, card):
    live = table(position)
    assert live.act(1000, 1, "confront", src, 2, "7d") == Reject.OK
    assert live.tape[0].to_dict()["card"] == card
    assert live.seat(2) == "2d 3d / - / -"
    assert live.seat(1).endswith("Kc 7d / - / -")


def test_the_struck_card_wins_if_it_is_higher():
    live = table("2c 3c / 4c / 9c")
    live.act(1000, 1, "confront", "hand", 2, "7d")
    assert live.seat(2) == "2d 3d 7d 4c / - / -"
    assert live.seat(1) == "2c 3c / - / 9c"


@each(
    [
        (("hand", 2, "7d"), Reject.NO_SOURCE),
        (("8c", 2, "7d"), Reject.NO_SOURCE),
        (("9c", 1, "9c"), Reject.BAD_PARAM),
        (("9c", 8, "7d"), Reject.BAD_PARAM),
        (("9c", 2, "7h"), Reject.TARGET_GONE),
        (("9c", 3, "7d"), Reject.TARGET_GONE),
        (("9c", 3, "Kh"), Reject.TARGET_GONE),
        (("9c", 2, "2d"), Reject.TARGET_GONE),
    ]
)
def test_a_confrontation_that_is_refused(args, code):
    live = table("2c 3c / - / 9c")
    assert live.act(1000, 1, "confront", *args) == code
    assert live.tape == []


def test_a_stack_that_is_empty_is_no_source():
    assert table("- / 2c / 9c").act(1000, 1, "confront", "stack", 2, "7d") == Reject.NO_SOURCE


def test_the_pause_between_attacks():
    live = Live.of("2c / Kc / 9c 8c", "2d / - / 7d 6d 5d", "2h / - / 4h", cooldown=700)
    assert live.act(1000, 1, "confront", "9c", 2, "7d") == Reject.OK
    assert live.act(1699, 1, "confront", "8c", 2, "6d") == Reject.COOLDOWN
    assert live.act(1700, 1, "confront", "8c", 2, "6d") == Reject.OK


def test_a_refused_attack_costs_no_pause():
    live = table("2c / Kc / 9c")
    assert live.act(1000, 1, "confront", "9c", 3, "7d") == Reject.TARGET_GONE
    assert live.act(1001, 1, "confront", "9c", 2, "7d") == Reject.OK


def test_of_two_who_strike_the_same_card_the_second_keeps_his_unseen():
    live = Live.of("2c / - / Qc", "2d / - / 7d", "2h / Kh / 4h")
    assert live.act(1000, 1, "confront", "Qc", 2, "7d") == Reject.OK
    mark = len(live.tape)
    assert live.act(1000, 3, "confront", "hand", 2, "7d") == Reject.TARGET_GONE
    assert live.seat(3) == "2h / Kh / 4h"
    assert len(live.tape) == mark


def test_who_is_not_at_the_table_or_out_cannot_act():
    live = Live.of("2c / - / Qc", "- / - / -", "2h / Kh / 4h")
    assert live.act(1000, 2, "draw") == Reject.YOU_ARE_OUT
    assert live.act(1000, 4, "draw") == Reject.NOT_YOUR_SEAT
    assert live.act(1000, 0, "draw") == Reject.NOT_YOUR_SEAT
    assert live.act(1000, 1, "stop", "agreed") == Reject.NOT_YOUR_SEAT
    assert live.act(1000, 1, "challenge", "stack", 2, "hand", ["Qc"]) == Reject.TARGET_GONE
    assert live.act(1000, 0, "stop", "agreed") == Reject.OK
    assert live.act(1000, 1, "draw") == Reject.GAME_OVER


def test_won_cards_go_under_the_stack_in_the_order_of_the_house():
    rows = {}
    for order in ("winner", "loser", "random"):
        live = Live.of("2c 3c / - / Qc", "2d / - / 7d", "2h / - / 4h", center="As", order=order)
        live.act(1000, 1, "confront", "Qc", 2, "7d")
        rows[order] = live.seat(1).split(" / ")[0]
    assert rows["winner"] == "2c 3c Qc 7d As"
    assert rows["loser"] == "2c 3c 7d Qc As"
    assert sorted(rows["random"].split()[2:]) == ["7d", "As", "Qc"]


def test_every_order_of_a_shuffled_packet_comes_up():
    seen = set()
    for seed in range(60):
        live = Live.of("2c / - / Qc", "2d / - / 7d", "2h / - / 4h", center="As", order="random")
        live.words.seed(seed)
        live.act(1000, 1, "confront", "Qc", 2, "7d")
        seen.add(live.seat(1))
    assert len(seen) == 6
