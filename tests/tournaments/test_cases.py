"""The scripted cases of the tournament rules (section 15), one JSON object a line.

`id`, `do` (what is asked), `set` (settings that differ from the defaults), `in`, `out` (may tell
less than there is).  `text` cases are behaviour of the running site, tested where it is."""

import json
from pathlib import Path
from typing import Any

from tests.each import each
from tests.tournaments.cases import answers

LINES = (Path(__file__).parent / "cases.jsonl").read_text().splitlines()
CASES = {case["id"]: case for case in map(json.loads, LINES)}
ANSWERS = answers()
ASKED = [case for case in CASES.values() if case["do"] != "text"]


def says(answer: Any, told: Any) -> bool:
    """Is all that is told in the answer?"""
    if isinstance(told, dict):
        return all(key in answer and says(answer[key], value) for key, value in told.items())
    if isinstance(told, list):
        return len(answer) == len(told) and all(map(says, answer, told))
    return bool(answer == told)


@each(ASKED)
def test_a_scripted_case(case: dict[str, Any]) -> None:
    given = ANSWERS[case["do"]](case.get("set", {}), case["in"])
    assert says(given, case["out"]), f"{given} instead of {case['out']}"


def test_every_case_is_there_once() -> None:
    assert len(CASES) == len(LINES) == 110
