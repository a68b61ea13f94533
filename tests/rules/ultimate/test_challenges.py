"""Challenges to hidden cards (rules sheet 2.3, 2.5, 2.7, 2.9)."""

from games.rules.ultimate.state import Reject
from tests.each import each
from tests.rules.ultimate.live import Live

ALICE, BOB, CHARLIE = "2c 3c 6c / Kc / 8c Ac", "2d 3d 6d / Td / 9d", "2h 3h / Qh / 4h Jh"


def table(**options: object) -> Live:
    return Live.of(ALICE, BOB, CHARLIE, **options)


def challenged(zone: str = "hand", options: tuple[str, ...] = ("8c",), **house: object) -> Live:
    """Alice challenges Bob with her hand at 1000 ms."""
    live = table(**house)
    assert live.act(1000, 1, "challenge", "hand", 2, zone, list(options)) == Reject.OK
    return live


@each(
    [
        (("Tc", 2, "hand", ["8c"]), Reject.NO_SOURCE),
        (("hand", 1, "hand", ["8c"]), Reject.BAD_PARAM),
        (("hand", 8, "hand", ["8c"]), Reject.BAD_PARAM),
        (("hand", 2, "hand", []), Reject.OPTION_NEEDED),
        (("hand", 2, "hand", ["9d"]), Reject.OPTION_NEEDED),
        (("8c", 2, "hand", ["8c"]), Reject.OPTION_NEEDED),
        (("8c", 2, "hand", ["8c", "Ac"]), Reject.OPTION_NEEDED),
        (("hand", 2, "hand", ["Kc"]), Reject.OPTION_NEEDED),
    ]
)
def test_a_challenge_that_is_refused(args, code):
    live = table()
    assert live.act(1000, 1, "challenge", *args) == code
    assert live.tape == []


def test_a_zone_without_a_card_cannot_be_challenged():
    live = Live.of(ALICE, "- / - / 9d", CHARLIE)
    assert live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"]) == Reject.TARGET_GONE
    assert live.act(1000, 1, "challenge", "hand", 2, "stack", ["8c"]) == Reject.TARGET_GONE


def test_one_challenge_at_a_time_by_and_against_a_player():
    live = challenged("stack")
    assert live.act(1400, 1, "challenge", "stack", 3, "hand", ["Ac"]) == Reject.ONE_AT_A_TIME
    assert live.act(1500, 3, "challenge", "hand", 2, "hand", ["4h"]) == Reject.TARGET_BUSY
    assert live.act(1500, 3, "challenge", "hand", 2, "stack", ["4h"]) == Reject.TARGET_LOCKED
    assert live.act(1600, 3, "challenge", "hand", 1, "hand", ["4h"]) == Reject.TARGET_LOCKED
    assert live.act(1600, 3, "challenge", "hand", 1, "stack", ["4h"]) == Reject.OK


def test_a_challenge_is_an_attack_with_its_pause():
    live = table()
    assert live.act(1000, 1, "confront", "Ac", 2, "9d") == Reject.OK
    assert live.act(1499, 1, "challenge", "hand", 2, "hand", ["8c"]) == Reject.COOLDOWN
    assert live.act(1500, 1, "challenge", "hand", 2, "hand", ["8c"]) == Reject.OK


def test_what_the_challenge_binds_on_the_challengers_side():
    live = challenged(options=("8c",))
    assert live.act(2000, 1, "play") == Reject.LOCKED
    assert live.act(2000, 1, "confront", "hand", 2, "9d") == Reject.LOCKED
    assert live.act(2000, 1, "confront", "8c", 3, "4h") == Reject.PLEDGED
    assert live.act(2000, 1, "confront", "Ac", 3, "4h") == Reject.OK
    assert live.act(2000, 1, "deploy") == Reject.OK


def test_what_the_challenge_binds_on_the_other_side():
    live = challenged("stack")
    assert live.act(2000, 2, "deploy") == Reject.LOCKED
    assert live.act(2000, 2, "draw") == Reject.HAND_FULL
    assert live.act(2000, 2, "play") == Reject.OK
    assert live.act(2000, 2, "draw") == Reject.LOCKED
    assert live.act(2000, 2, "confront", "stack", 3, "4h") == Reject.LOCKED


def test_won_cards_still_go_under_a_bound_stack():
    live = challenged("stack")
    assert live.act(2000, 2, "confront", "9d", 3, "4h") == Reject.OK
    assert live.seat(2) == "2d 3d 6d 9d 4h / Td / -"
    assert live.act(3000, 2, "accept", 1) == Reject.OK
    assert live.seat(1) == "2c 3c 6c Kc 2d / - / 8c Ac"


def test_accept_shows_both_and_compares():
    live = challenged()
    assert live.act(3000, 2, "accept", 1) == Reject.OK
    row = live.tape[1].to_dict()
    assert (row["card"], row["struck"], row["silent"]) == ("Kc", "Td", False)
    assert live.seat(1) == "2c 3c 6c Kc Td / - / 8c Ac"
    assert live.seat(2) == "2d 3d 6d / - / 9d"


@each([("accept",), ("option", "9d", "8c"), ("change", "9d")])
def test_only_the_challenged_answers_and_only_while_it_is_open(answer):
    live = challenged(change=True)
    word, *args = answer
    assert live.act(2000, 1, word, 1, *args) == Reject.NO_CHALLENGE
    assert live.act(2000, 3, word, 1, *args) == Reject.NO_CHALLENGE
    assert live.act(2000, 2, word, 2, *args) == Reject.NO_CHALLENGE
    assert live.act(2000, 2, "accept", 1) == Reject.OK
    assert live.act(2000, 2, word, 1, *args) == Reject.NO_CHALLENGE


def test_an_option_is_taken_and_the_challengers_card_stays_hidden():
    live = challenged()
    assert live.act(3000, 2, "option", 1, "9d", "8c") == Reject.OK
    assert live.seat(1) == "2c 3c 6c / Kc / Ac"
    assert live.seat(2) == "2d 3d 6d 9d 8c / Td / -"
    assert "Kc" not in str([e.to_dict() for e in live.tape])


@each(["hand", "stack", "9d"])
def test_the_option_is_fought_with_any_playable_card_the_challenged_one_included(src):
    live = challenged()
    assert live.act(3000, 2, "option", 1, src, "8c") == Reject.OK


def test_an_option_answer_that_is_refused():
    live = challenged("stack", options=("8c",))
    live.act(1500, 2, "challenge", "hand", 3, "stack", ["9d"])
    assert live.act(2000, 2, "option", 1, "hand", "8c") == Reject.LOCKED
    assert live.act(2000, 2, "option", 1, "9d", "8c") == Reject.PLEDGED
    assert live.act(2000, 2, "option", 1, "5d", "8c") == Reject.NO_SOURCE
    assert live.act(2000, 2, "option", 1, "stack", "Ac") == Reject.TARGET_GONE
    assert live.act(2000, 2, "option", 1, "stack", "8c") == Reject.OK


def test_an_option_may_be_captured_by_anybody_and_the_rest_still_stand():
    live = challenged(options=("8c", "Ac"))
    assert live.act(1500, 3, "confront", "Jh", 1, "8c") == Reject.OK
    assert live.act(1600, 2, "option", 1, "9d", "8c") == Reject.TARGET_GONE
    assert live.view(2)["challenges"][0]["options"] == ["Ac"]
    assert live.act(2500, 2, "confront", "hand", 1, "Ac") == Reject.LOCKED
    assert live.act(2500, 2, "confront", "9d", 1, "Ac") == Reject.OK


def test_without_options_the_challenge_is_void_and_nobody_loses_anything():
    live = challenged()
    live.act(1500, 3, "confront", "Jh", 1, "8c")
    assert live.happened()[-1] == "void"
    assert live.act(1800, 2, "accept", 1) == Reject.NO_CHALLENGE
    assert live.seat(1) == "2c 3c 6c / Kc / Ac"
    assert live.seat(2) == BOB
    assert live.act(1800, 1, "play") == Reject.OK


def test_an_option_that_comes_back_is_no_option_again():
    live = Live.of("6c / Kc / 8c Ac", BOB, "- / 5h / Jh")
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c", "Ac"])
    live.act(1100, 3, "confront", "Jh", 1, "8c")
    assert live.seat(3) == "Jh 8c / 5h / -"
    live.act(1200, 3, "deploy")
    live.act(1300, 3, "deploy")
    live.act(2000, 2, "confront", "9d", 3, "8c")
    assert live.view(2)["challenges"][0]["options"] == ["Ac"]


def test_a_field_card_challenges_and_may_be_captured_then_it_is_void():
    live = table()
    assert live.act(1000, 1, "challenge", "8c", 2, "hand", ["Ac"]) == Reject.OK
    assert live.tape[0].to_dict()["card"] == "8c"
    assert live.act(1500, 1, "confront", "8c", 3, "4h") == Reject.LOCKED
    assert live.act(1600, 3, "confront", "Jh", 1, "8c") == Reject.OK
    assert live.happened()[-1] == "void"


def test_no_answer_in_time_is_taken_as_accept():
    live = challenged(respond=4000)
    live.run(4999)
    assert len(live.tape) == 1
    assert live.act(5000, 2, "option", 1, "9d", "8c") == Reject.NO_CHALLENGE
    assert live.tape[1].to_dict()["silent"] is True
    assert live.tape[1].to_dict()["at"] == 5000


def test_a_challenger_cannot_withdraw():
    live = challenged()
    assert live.act(1500, 1, "accept", 1) == Reject.NO_CHALLENGE
    assert live.act(1500, 1, "consent", 1, False) == Reject.NO_CHALLENGE


# Changing the challenged card (2.7) ---------------------------------------------------------


def test_change_is_a_house_rule():
    live = challenged()
    assert live.act(1500, 2, "change", 1, "9d") == Reject.NOT_PLAYED


def test_change_with_consent_compares_the_proposed_card():
    live = challenged(change=True)
    assert live.act(1500, 2, "change", 1, "9d") == Reject.OK
    assert live.act(1600, 2, "confront", "9d", 3, "4h") == Reject.LOCKED
    assert live.act(1600, 2, "play") == Reject.LOCKED
    assert live.act(1700, 2, "consent", 1, True) == Reject.NO_CHALLENGE
    assert live.act(2000, 1, "consent", 1, True) == Reject.OK
    assert live.seat(1) == "2c 3c 6c Kc 9d / - / 8c Ac"
    assert live.seat(2) == "2d 3d 6d / Td / -"


@each([("hand", Reject.BAD_PARAM), ("5d", Reject.NO_SOURCE), ("stack", Reject.OK)])
def test_what_may_be_proposed(src, code):
    assert challenged(change=True).act(1500, 2, "change", 1, src) == code


def test_a_bound_card_cannot_be_proposed():
    live = challenged(change=True)
    live.act(1500, 2, "challenge", "stack", 3, "hand", ["9d"])
    assert live.act(1600, 2, "change", 1, "stack") == Reject.LOCKED
    assert live.act(1600, 2, "change", 1, "9d") == Reject.PLEDGED


def test_one_proposal_per_challenge_and_nothing_else_while_it_is_open():
    live = challenged(change=True)
    live.act(1500, 2, "change", 1, "9d")
    assert live.act(1600, 2, "change", 1, "stack") == Reject.ALREADY_PROPOSED
    assert live.act(1600, 2, "accept", 1) == Reject.WRONG_PHASE
    assert live.act(2000, 1, "consent", 1, False) == Reject.OK
    assert live.act(2100, 2, "change", 1, "stack") == Reject.ALREADY_PROPOSED
    assert live.act(2100, 1, "consent", 1, True) == Reject.NO_CHALLENGE
    assert live.act(2200, 2, "accept", 1) == Reject.OK


def test_silence_is_no_and_leaves_three_seconds():
    live = challenged(change=True, respond=5000, consent=4000)
    live.act(4000, 2, "change", 1, "9d")
    live.run(7999)
    assert live.happened()[-1] == "propose"
    live.run(8000)
    row = live.tape[-1].to_dict()
    assert (row["ev"], row["seat"], row["until"]) == ("disagree", None, 11_000)
    assert live.act(10_999, 2, "option", 1, "9d", "8c") == Reject.OK


def test_a_refusal_does_not_shorten_the_time_to_answer():
    live = challenged(change=True)
    live.act(2000, 2, "change", 1, "9d")
    live.act(3000, 1, "consent", 1, False)
    assert live.tape[-1].to_dict()["until"] == 11_000


def test_a_proposed_card_that_was_captured_counts_as_refused():
    live = challenged(change=True)
    live.act(2000, 2, "change", 1, "9d")
    assert live.act(2500, 3, "confront", "Jh", 2, "9d") == Reject.OK
    assert live.view(1)["challenges"][0]["proposal"]["gone"] is True
    assert live.act(3000, 1, "consent", 1, True) == Reject.OK
    assert live.happened()[-1] == "disagree"
    assert live.act(3500, 2, "accept", 1) == Reject.OK


def test_change_is_for_challenges_only():
    live = table(change=True)
    live.act(1000, 1, "confront", "Ac", 2, "9d")
    assert live.act(1500, 2, "change", 1, "stack") == Reject.NO_CHALLENGE


def test_a_proposed_card_is_no_option_of_ones_own_challenge():
    live = challenged(change=True)
    assert live.act(2000, 2, "change", 1, "9d") == Reject.OK
    assert live.act(3000, 2, "challenge", "stack", 3, "hand", ["9d"]) == Reject.LOCKED
