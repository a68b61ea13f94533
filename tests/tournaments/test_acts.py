"""The acts: who may do what and when (1.3-1.8, 9.5), and the chain of the log (1.7)."""

import copy
from itertools import product

import pytest

from games.tournaments.acts import (
    REOPEN_MS,
    RULES,
    Refused,
    Role,
    State,
    is_own,
    verify,
    verify_fresh,
)
from tests.each import each
from tests.tournaments.chain import first_break, hashes

WHY = "A good reason."


def refusal(*args, **more) -> str:
    """The code of the refusal, or "" if the act is allowed."""
    try:
        verify(*args, **more)
    except Refused as refused:
        return refused.code
    return ""


def allowed(state: str, role: str, reason: str = WHY) -> set[str]:
    """The acts that somebody can do in this state."""
    return {act for act in RULES if not refusal(act, State(state), Role(role), reason)}


# 1.3, 1.4 --------------------------------------------------------------------------------


def test_the_life_of_a_tournament() -> None:
    state = State.NEW
    for act, expected in [
        ("create", "draft"), ("announce", "announced"), ("open", "open"), ("checkin", "checkin"),
        ("start", "running"), ("pause", "paused"), ("resume", "running"), ("finish", "finished"),
        ("reopen", "running"), ("cancel", "cancelled"),
    ]:  # fmt: skip
        state = verify(act, state, Role.DIRECTOR, WHY)
        assert state == expected


def test_what_is_over_can_only_be_reopened_within_a_day() -> None:
    everybody = [allowed("finished", role) | allowed("cancelled", role) for role in Role]
    assert set().union(*everybody) == {"reopen"} == allowed("finished", "director")
    reopen = ("reopen", State.FINISHED, Role.DIRECTOR, WHY)
    assert verify(*reopen, since_ms=REOPEN_MS) == "running"
    assert refusal(*reopen, since_ms=REOPEN_MS + 1) == "STATE"


def test_entrants_act_for_themselves_only() -> None:
    assert allowed("open", "entrant", "") == {"enter", "leave", "card"}
    assert allowed("checkin", "entrant", "") == {"enter", "leave", "arrive", "card"}
    for state in ("running", "paused"):
        assert allowed(state, "entrant", "") == {"enter", "withdraw", "return", "absent", "card"}
    for state in ("draft", "announced", "finished", "cancelled"):
        assert not allowed(state, "entrant")


def test_the_system_plays_rounds_and_only_directors_decide() -> None:
    assert allowed("running", "system") == {
        "draw", "publish", "begin", "complete", "stage", "result", "noshow", "finish", "cancel",
    }  # fmt: skip
    assert allowed("paused", "system") == {"complete", "result", "cancel"}
    assert allowed("paused", "director") == {
        "resume", "cancel", "enter", "withdraw", "return", "absent", "disqualify", "complete",
        "undo", "rule", "void", "restart", "newcard", "newscreen",
    }  # fmt: skip


def test_with_a_check_in_a_tournament_cannot_start_before_it() -> None:
    start = ("start", State.OPEN, Role.SYSTEM, "")
    assert verify(*start) == "running"
    assert refusal(*start, has_checkin=True) == "STATE"


# 1.8 -------------------------------------------------------------------------------------


def test_directors_give_reasons() -> None:
    free = {"announce", "open", "checkin", "start", "resume", "finish", "create", "leave", "arrive",
            "draw", "publish", "begin", "complete", "stage", "seed", "note", "newcard",
            "newscreen"}  # fmt: skip
    for act, state in product(RULES, State):
        if refusal(act, state, Role.DIRECTOR, WHY):
            continue
        is_free = act in free or (state in ("open", "checkin") and act == "enter")
        is_free = is_free or (act, state) == ("edit", "draft")
        expected = "" if is_free else "REASON"
        assert refusal(act, state, Role.DIRECTOR, " \n") == expected, (act, state)
        assert refusal(act, state, Role.DIRECTOR, "x" * 301) == "REASON"


# 1.5, 9.5 --------------------------------------------------------------------------------


def test_a_director_does_not_rule_on_their_own_table_while_there_is_another() -> None:
    assert not is_own(1, seated=[2, 3], directors=[1, 9])
    assert is_own(1, seated=[1, 3], directors=[1])
    with pytest.raises(Refused, match="CONFLICT"):
        is_own(1, seated=[1, 3], directors=[1, 9])


ROUND = {"stage": 1, "round": 2}


@each(
    [
        (ROUND, "draw", ROUND, True),
        (ROUND, "draw", {"stage": 1, "round": 1}, False),
        (ROUND, "result", ROUND | {"pairing": 7}, True),
        (ROUND | {"pairing": 3}, "result", ROUND | {"pairing": 7}, False),
        (ROUND | {"pairing": 3}, "result", ROUND | {"pairing": 3}, True),
        (ROUND | {"pairing": 3}, "rule", ROUND | {"pairing": 7}, True),
        ({"entrant": 4}, "withdraw", {"entrant": 4}, True),
        ({"entrant": 4}, "forbid", {"pair": [3, 4]}, True),
        ({"entrant": 4}, "withdraw", {"entrant": 5}, False),
        ({"text": "a note"}, "note", {"text": "another"}, False),
    ]
)
def test_a_form_is_stale_if_its_round_or_entrant_was_touched(mine, act, theirs, stale) -> None:
    try:
        verify_fresh(mine, [{"act": act, "args": theirs}])
        assert not stale
    except Refused as refused:
        assert stale and refused.code == "STALE"


# 1.7 -------------------------------------------------------------------------------------


def log() -> list[dict]:
    """A log of four acts with their hashes."""
    told = [
        ("create", {}, ""),
        ("enter", {"entrant": 1}, ""),
        ("rule", {"stage": 1, "round": 1, "pairing": 2, "places": [1, 2], "before": None}, "Zwölf"),
        ("withdraw", {"entrant": 1}, "gone"),
    ]
    acts = [
        {
            "no": no,
            "at": 1_800_000_000_000 + no,
            "by": {"player": no, "role": "director"},
            "act": act,
            "args": args,
            "reason": reason,
        }
        for no, (act, args, reason) in enumerate(told, 1)
    ]
    return [act | {"hash": told} for act, told in zip(acts, hashes(acts), strict=True)]


def changes(value):
    """Every way to change one part of a JSON value."""
    if isinstance(value, dict):
        for key in value:
            yield {name: one for name, one in value.items() if name != key}
            yield from (value | {key: other} for other in changes(value[key]))
        yield value | {"more": 0}
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changes(one))
        yield value[::-1]
    else:
        yield 0 if value is None else value + (1 if isinstance(value, int) else "x")


def test_the_chain_shows_every_change_of_the_log() -> None:
    acts = log()
    assert first_break(acts) is None
    tried = 0
    for place, act in enumerate(acts):
        for changed in changes(act):
            if {"no", "hash"} <= changed.keys():
                broken = first_break([*acts[:place], changed, *acts[place + 1 :]])
                assert broken == place + 1, changed
                tried += 1
    assert tried > 40


def test_the_chain_shows_what_was_left_out_or_moved() -> None:
    acts = log()
    assert first_break(acts[1:]) == 1
    assert first_break([acts[0], *acts[2:]]) == 2
    assert first_break([acts[1], acts[0], *acts[2:]]) == 1
    rewritten = copy.deepcopy(acts)
    rewritten[1]["reason"] = "another"
    rewritten[1]["hash"] = hashes(rewritten[:2])[1]
    assert first_break(rewritten) == 3  # whoever rewrites one act must rewrite all after it
