"""Scripted cases: position, options, inputs, and expected results.  Each game has adapters that
play a case with the rules and describe the result in the same words; `check` finds the one that
fits."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.development.scripted import ultimate, war, ww3

Case = Mapping[str, Any]
# Each adapter fits a case or not; `play` gives the parts to compare: name -> (expected, played).
ADAPTERS = (war.battles, war.whole_game, ultimate.inputs, ww3.rounds)


class Outcome(NamedTuple):
    """The result of a case; `differences` are lines to read, none if all is as expected."""

    name: str
    title: str
    differences: list[str]


def check(case: object) -> Outcome:
    """Play one case."""
    if not isinstance(case, Mapping):
        return Outcome("?", "", ["this is no case: an object with fields is expected"])
    name, title = str(case.get("id", "?")), str(case.get("title", ""))
    adapter = next((a for a in ADAPTERS if a.fits(case)), None)
    if adapter is None:
        return Outcome(name, title, ["no game known here plays a case of this form"])
    try:
        parts = adapter.play(case)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as bad:
        return Outcome(name, title, [f"cannot be played: {type(bad).__name__}: {bad}"])
    rows = [row for part in parts.items() for row in difference(part[0], *part[1])]
    return Outcome(name, title, rows)


def difference(part: str, expected: Any, played: Any) -> Iterator[str]:
    """Lines that show where the two differ; lists item by item."""
    if expected == played:
        return
    if not isinstance(expected, list) or not isinstance(played, list):
        yield f"{part}: expected {json.dumps(expected)}"
        yield f"{' ' * len(part)}    played {json.dumps(played)}"
        return
    for place in range(max(len(expected), len(played))):
        want = json.dumps(expected[place]) if place < len(expected) else "nothing"
        have = json.dumps(played[place]) if place < len(played) else "nothing"
        if want != have:
            yield f"{part}[{place}]: expected {want}"
            yield f"{' ' * len(f'{part}[{place}]')}    played {have}"
