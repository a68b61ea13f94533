"""The referee finds nothing wrong with tournaments that were played, and every fault that is
planted in one."""

import copy
import json

import pytest
from django.core.management import CommandError, call_command

from tests.depth import share
from tests.referee.check import check
from tests.rehearsal.rehearse import rehearse
from tests.tournaments.chain import hashes
from tests.tournaments.conftest import NOW, WAR

WW3 = {"game": "ww3", "options": "cap=10", "size": 4}


def found(told):
    return [str(fault) for fault in check(json.dumps(told))]


def act(told, name, at=0):
    return [one for one in told["acts"] if one["act"] == name][at]


def rehash(told):
    """Make the log whole again, so that the chain does not tell."""
    for number, one in enumerate(told["acts"], 1):
        one["no"] = number
    for one, digest in zip(told["acts"], hashes(told["acts"]), strict=True):
        one["hash"] = digest
    told["tournament"]["revision"] = len(told["acts"])


def drop(name):
    def plant(told):
        told["acts"].remove(act(told, name))
        rehash(told)

    return plant


def change(name, **values):
    def plant(told):
        act(told, name).update(values)
        rehash(told)

    return plant


def swap(rows, a=0, b=1):
    rows[a], rows[b] = rows[b], rows[a]


def stage(told):
    return told["stages"][0]


def last(told):
    return stage(told)["rounds"][-1]


def turn_result(told):
    """The first table of the last round was won by the other: in pairing and log, not in games."""
    pairing = last(told)["pairings"][0]
    for key in ("places", "points"):
        pairing[key] = pairing[key][::-1]
    results = [one for one in told["acts"] if one["act"] == "result"]
    args = [one["args"] for one in results if one["args"]["round"] == last(told)["no"]]
    (own,) = [one for one in args if one["pairing"] == pairing["no"]]
    own |= {"places": pairing["places"], "points": pairing["points"]}
    rehash(told)


def exchange(told, a=0, b=1):
    """The last two in seat 1 of two tables change places, wherever they are named."""
    one, other = (last(told)["pairings"][at]["seats"][0] for at in (a, b))
    other_name = {one: other, other: one}
    for pairing in last(told)["pairings"]:
        pairing["seats"] = [other_name.get(e, e) for e in pairing["seats"]]
        for game in pairing["games"]:
            game["seats"] = [other_name.get(e, e) for e in game["seats"]]


def row(told, at=0):
    return stage(told)["standings"][-1]["rows"][at]


ANYWHERE = {
    "a changed reason": lambda t: t["acts"][2].update(reason="because"),
    "a wrong hash": lambda t: t["acts"][-1].update(hash="0" * 64),
    "no act of the publication": drop("publish"),
    "no act of a result": drop("result"),
    "a draw by an entrant": change("draw", by={"player": 7, "role": "entrant"}),
    "a draw by nobody": change("begin", by={"player": None, "role": "director"}),
    "a result twice": lambda t: (t["acts"].append(copy.deepcopy(act(t, "result"))), rehash(t)),
    "a time before the one before": change("complete", at=5),
    "another state": lambda t: t["tournament"].update(status="running"),
    "another commitment": lambda t: t["tournament"].update(commitment="0" * 64),
    "another key": lambda t: t["tournament"].update(key="0" * 64),
    "no secret": lambda t: t["tournament"].update(secret=None),
    "another entropy": lambda t: t["entrants"][0].update(entropy="0" * 32),
    "exchanged seeds": lambda t: swap(stage(t)["field"]),
    "a wrong seed": lambda t: t["entrants"][0].update(seed=99),
    "a repeated entrant": lambda t: last(t)["pairings"][0].update(
        seats=last(t)["pairings"][0]["seats"][:1] * len(last(t)["pairings"][0]["seats"])
    ),
    "a wrong place": lambda t: last(t)["pairings"][0]["places"].reverse(),
    "a place that no game gave": turn_result,
    "a wrong number of present": lambda t: last(t)["present"].pop(),
    "no start of a round": lambda t: last(t).update(started=None),
    "a wrong place in a standing": lambda t: row(t).update(place=2),
    "exchanged rows": lambda t: swap(stage(t)["standings"][-1]["rows"]),
    "a standing left out": lambda t: stage(t)["standings"].pop(0),
    "a wrong final place": lambda t: t["final"][0].update(place=3),
    "a final place left out": lambda t: t["final"].pop(),
    "a key left out": lambda t: t["tournament"].pop("created"),
    "a number that is not reduced": lambda t: row(t).update(points="2/2"),
}
SCORED = {
    "wrong points": lambda t: last(t)["pairings"][0]["points"].reverse(),
    "wrong points in a standing": lambda t: row(t).update(points="99"),
    "a wrong tie-break": lambda t: row(t)["ties"].update(wins="7"),
    "a wrong lot": lambda t: row(t)["ties"].update(lot="7"),
    "a tie-break left out": lambda t: row(t)["ties"].pop("lot"),
    "lots before the end": lambda t: stage(t)["standings"][0].update(
        rows=stage(t)["standings"][-1]["rows"]
    ),
    "a draw that was exchanged": exchange,
}
SWISS = {
    "other points at the draw": lambda t: last(t)["pairings"][0]["why"].update(points=["9"]),
    "an earlier meeting": lambda t: last(t)["pairings"][0]["why"].update(met=[[1, 2, 1]]),
    "a bye for somebody away": lambda t: last(t)["unpaired"][0].update(kind="half"),
    "another worth of a bye": lambda t: last(t)["unpaired"][0].update(points="0"),
    "exchanged tables": lambda t: swap(last(t)["pairings"]),
    "another method": lambda t: last(t).update(method="manual"),
}
DUTCH = {"another first seat": lambda t: stage(t)["settings"].update(first_seat=0)}
BY_COST = {
    "another cost": lambda t: last(t)["cost"].update(rep=99),
    "other seats": lambda t: [
        one[key].reverse()
        for one in stage(t)["rounds"][1]["pairings"]
        for key in ("seats", "places", "points")
    ],
}
SAME_CARDS = {
    "another share": lambda t: last(t)["pairings"][0]["points"].__setitem__(0, "3/4"),
    "no common deal": lambda t: last(t).update(deal=None),
    "the deal of another round": lambda t: last(t).update(deal=stage(t)["rounds"][0]["deal"]),
}
PLAN = {
    "another plan": lambda t: stage(t)["plan"][0][0].reverse(),
    "somebody twice in the plan": lambda t: (
        swap(stage(t)["plan"][0][0], 0, 0)
        or stage(t)["plan"][0][0].__setitem__(0, stage(t)["plan"][0][1][0])
    ),
}
NODES = {
    "another node": lambda t: last(t)["pairings"][0].update(node="W9.9"),
    "a draw that was exchanged": lambda t: swap(stage(t)["rounds"][0]["pairings"][0]["seats"]),
    "a bye for another": lambda t: stage(t)["rounds"][0]["unpaired"][0].update(entrant=5),
}
PLAYED = {
    "a Swiss of two": (7, [WAR], ANYWHERE | SCORED | SWISS | DUTCH),
    "a Swiss of four": (9, [WW3 | {"rounds": 3, "least": 4}], ANYWHERE | SCORED | SWISS | BY_COST),
    "Berger": (5, [WAR | {"format": "roundrobin", "rounds": None}], ANYWHERE | SCORED),
    "a plan": (8, [WW3 | {"format": "roundrobin", "rounds": 3}], ANYWHERE | SCORED | PLAN),
    "elimination": (
        6, [WAR | {"format": "elimination", "third": True, "rounds": None}], ANYWHERE | NODES
    ),
    "elimination at four": (9, [WW3 | {"format": "elimination", "rounds": None}], ANYWHERE),
    "double elimination": (
        6, [WAR | {"format": "double", "rounds": None}], ANYWHERE | NODES
    ),
    "duplicate": (
        7, [WW3 | {"rounds": 2, "deals": "duplicate"}], ANYWHERE | SAME_CARDS
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", share(PLAYED))
def test_it_finds_every_fault_that_is_planted(db, kind):
    entrants, stages, plants = PLAYED[kind]
    whole = rehearse(stages, entrants, seed=1, now=NOW)
    assert found(whole) == []
    missed = []
    for name, plant in plants.items():
        told = copy.deepcopy(whole)
        plant(told)
        assert told != whole, name
        if not found(told):
            missed.append(name)
    assert not missed


def test_stages_follow_from_the_standing_before(db):
    stages = [WAR, WAR | {"format": "elimination", "take": 4, "rounds": None}]
    whole = rehearse(stages, 6, seed=3, now=NOW)
    assert found(whole) == []
    swap(whole["stages"][1]["field"])
    assert any("stage 2" in fault for fault in found(whole))


def test_the_command_names_every_fault(db, tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    told = rehearse([WAR], 4, seed=1, now=NOW)
    good.write_text(json.dumps(told))
    told["final"][0]["place"] = 4
    bad.write_text(json.dumps(told))
    call_command("check_tournament", str(good))
    with pytest.raises(CommandError, match="1 of 2 tournaments"):
        call_command("check_tournament", str(good), str(bad))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"{good}: ok"] * 2 and "place is 4, should be" in lines[2]
    code = told["tournament"]["code"]
    call_command("export_tournament", code.lower())
    assert json.loads(capsys.readouterr().out)["tournament"]["code"] == code
