"""The plan of an elimination in its export: nodes to which nobody came, and rounds that are not
drawn yet (17.4, 17.9)."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from games.tournaments.models import Pairing, Stage
from games.tournaments.reading.record import settings_of
from games.tournaments.scoring.record import Kind

Json = dict[str, Any]


def with_plan(stage: Stage, entrants: int, rounds: Sequence[Json]) -> list[Json]:
    """These exported rounds of an elimination with every node of its plan, and those to come."""
    by_number = {exported["no"]: exported for exported in rounds}
    nodes = defaultdict[int, list[str]](list)
    for number, name in plan_of(stage, entrants, by_number):
        nodes[number].append(name)
    for number, exported in by_number.items():
        free = {place["node"] for place in exported["unpaired"] if place["kind"] == Kind.BYE}
        listed = free | {pairing["node"] for pairing in exported["pairings"]}
        empty = [name for name in nodes[number] if name not in listed]
        for no, name in enumerate(empty, len(exported["pairings"]) + 1):
            exported["pairings"].append(
                nobody(no, name) | {"status": "empty", "places": [], "points": []}
            )
    return [by_number.get(number) or planned(number, nodes[number]) for number in sorted(nodes)]


def plan_of(stage: Stage, entrants: int, by_number: dict[int, Json]) -> list[tuple[int, str]]:
    """The nodes with their rounds: all of a bracket, but a second final only while it may be
    played; tables of a cut follow from those who are there, so only drawn ones are known."""
    s = settings_of(stage)
    if not s.two:
        tables = [(n, table["node"]) for n, one in by_number.items() for table in one["pairings"]]
        return tables + [(n, f"K{n}.1") for n, one in by_number.items() if not one["pairings"]]
    is_over = stage.state == Stage.State.OVER
    return [
        (node.round, node.name)
        for node in s.format.graph(s, entrants)
        if node.round in by_number or not (node.if_beaten and is_over)
    ]


def planned(number: int, nodes: Sequence[str]) -> Json:
    """A round that is not drawn yet."""
    times = dict.fromkeys(("paired", "published", "started", "ended"))
    return {
        "no": number,
        "status": "planned",
        "method": "bracket",
        "present": [],
        **times,
        "pairings": [nobody(no, name) for no, name in enumerate(nodes, 1)],
        "unpaired": [],
        "cost": None,
    }


def nobody(no: int, node: str) -> Json:
    """A node that nobody has come to."""
    return {
        "no": no,
        "node": node,
        "seats": [],
        "status": str(Pairing.Status.PLANNED),
        "absent": [],
        "places": None,
        "points": None,
        "why": {},
        "games": [],
    }
