"""Sizes, seats, points, standings, lots and acts."""

from typing import Any

from games.tournaments import acts, lots
from games.tournaments.pairing import byes, seats
from games.tournaments.scoring import arena, points, standings
from games.tournaments.scoring.points import Line, match
from games.tournaments.scoring.record import Game, Kind
from games.tournaments.settings import resolve
from tests.tournaments.chain import hashes
from tests.tournaments.results import read_rounds

Case = dict[str, Any]


def round_sizes(given: Case, case: Case) -> Any:
    return byes.of_round(resolve(given), case["n"])._asdict()


def table_points(given: Case, case: Case) -> Any:
    return [str(gain) for gain in points.of_places(resolve(given), case["places"])]


def match_state(given: Case, case: Case) -> Any:
    games = []
    for number, winner in enumerate(case["games"]):
        order = (2, 1) if number % 2 else (1, 2)
        places = tuple(1 if winner in ("=", "_ab"[seat]) else 2 for seat in order)
        games.append(Game(order, places))
    state = match((1, 2), games, given["games"], knockout=given.get("knockout", False))
    return {
        "state": state.state,
        "score": [str(score) for score in state.score],
        "seats": state.seats and ["_ab"[seat] for seat in state.seats],
        "places": state.places and list(state.places),
        "games": len(games),
    }


def at_grace(given: Case, case: Case) -> Any:
    outcome = points.attendance(case["seats"], case["absent"], given["game_least"])
    return {
        "status": outcome.status,
        "seats": list(outcome.seats),
        "winner": outcome.winner,
    }


def late_entry(given: Case, case: Case) -> Any:
    settings, number = resolve(given), case["round"]
    missed = points.missed(settings, 1, number)
    return {
        "allowed": points.may_enter_late(settings.rounds or 0, number),
        "points": [str(one.points) for one in missed],
    }


def table_seats(_given: Case, case: Case) -> Any:
    counts = {int(entrant): had for entrant, had in case["counts"].items()}
    found = seats.seating(case["table"], counts, 0)
    return found._asdict() | {"seats": list(found.seats)}


def drawn_lots(_given: Case, case: Case) -> Any:
    secret = bytes.fromhex(case["secret"])
    key = lots.key(secret, case["code"], [(no, sent) for no, sent in case["starters"]])
    return {
        "commitment": lots.commitment(secret),
        "key": key.hex(),
        "lots": {label: str(lots.lot(key, label)) for label in case["labels"]},
        "order": sorted(case["labels"], key=lambda label: lots.lot(key, label)),
    }


def arena_points(given: Case, case: Case) -> Any:
    settings = resolve(given)
    lines = []
    for number, (place, sharing) in enumerate(case["places"], 1):
        size = settings.size
        places = [*range(1, place), *[place] * sharing, *range(place + sharing, size + 1)]
        gain = points.of_places(settings, places)[place - 1]
        others = tuple(enumerate(places[: place - 1] + places[place:], 2))
        lines.append(Line(number, Kind.PLAYED, gain, place, others))
    return [str(line.points) for line in arena.with_streaks(lines, streaks=settings.streaks)]


def tried_act(_given: Case, case: Case) -> Any:
    status, role = acts.State(case["status"]), acts.Role(case["role"])
    try:
        return {"status": acts.verify(case["act"], status, role, case["reason"])}
    except acts.Refused as refused:
        return {"refused": refused.code}


def final_standings(given: Case, case: Case) -> Any:
    settings = resolve(given)
    field = range(1, case["n"] + 1)
    drawn = {int(entrant): lot for entrant, lot in case.get("lots", {}).items()}
    rounds = read_rounds(settings, case["rounds"])
    rows = standings.standings(settings, field, rounds, drawn, case.get("out", ()))
    return [list(standings.to_json(row).values()) for row in rows]


ANSWERS = {
    "sizes": round_sizes,
    "points": table_points,
    "match": match_state,
    "noshow": at_grace,
    "late": late_entry,
    "seats": table_seats,
    "lot": drawn_lots,
    "chain": lambda _given, case: hashes(case["acts"]),
    "arena": arena_points,
    "act": tried_act,
    "standings": final_standings,
}
