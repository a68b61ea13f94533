"""The complete export of a tournament as plain JSON (section 14).

It leaves out the secret and the key of the lots until the end, and a round that was drawn for
review until the round is published."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.tournaments.acts import ENDED, State
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing, Round, Stage, Tournament, TournamentGame
from games.tournaments.reading.arena import active_by_wave, count_series, standing_now
from games.tournaments.reading.record import (
    HIDDEN,
    KINDS,
    PENDING,
    has_places,
    read_rounds,
    settings_of,
)
from games.tournaments.scoring.record import FILLER, Kind
from games.tournaments.scoring.standings import overall_places

FORMAT, VERSION = "warsite-tournament", 2
PRESENT = (Kind.BYE, Kind.FREE)  # without a table, but listed here
Json = dict[str, Any]


def export(t: Tournament, now: int) -> Json:
    """The whole tournament at `now` (epoch ms), in a fixed number of queries."""
    entrants = list(t.entrants.select_related("player").order_by("number"))
    acts = list(Act.objects.filter(tournament=t))
    stages = list(t.stages.exclude(state=Stage.State.WAITING).order_by("number"))
    fields = {stage.pk: field_of(stage) for stage in stages}
    by_number = {act.number: act for act in acts}
    active = active_by_wave(acts, (one.number for one in entrants if one.starter))
    seeds = {e: seed for seed, e in enumerate(fields[stages[0].pk], 1)} if stages else {}
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported": now,
        "tournament": about(t, acts),
        "entrants": [entrant_json(one, seeds) for one in entrants],
        "stages": [stage_json(stage, fields[stage.pk], active, by_number) for stage in stages],
        "acts": [act.as_json() | {"hash": act.hash} for act in acts],
        "final": final(stages, entrants) if t.state == State.FINISHED else None,
    }


def about(t: Tournament, acts: Iterable[Act]) -> Json:
    is_over = t.state in ENDED
    directors = {act.player_id for act in acts if act.role == "director"} - {None}
    return {
        "code": t.code,
        "name": t.name,
        "status": t.state,
        "commitment": t.commitment,
        "secret": bytes(t.secret).hex() if is_over and t.secret else None,
        "key": bytes(t.key).hex() if is_over and t.key else None,
        "revision": t.revision,
        "created": t.created_ms,
        "started": t.started_ms,
        "ended": t.ended_ms,
        "directors": sorted(directors, key=lambda player: player or 0),
    }


def entrant_json(entrant: Entrant, seeds: dict[int, int]) -> Json:
    return {
        "no": entrant.number,
        "player": entrant.player_id,
        "name": entrant.player.name,
        "bot": entrant.player.is_bot,
        "rating": entrant.rating,
        "entropy": entrant.entropy,
        "entered": entrant.entered_ms,
        "seed": seeds.get(entrant.number),
        "starter": entrant.starter,
        "status": entrant.status,
    }


def field_of(stage: Stage) -> list[int]:
    return list(stage.field.order_by("number").values_list("entrant__number", flat=True))


def stage_json(
    stage: Stage,
    field: Sequence[int],
    active: Mapping[tuple[int, int], frozenset[int]],
    acts: Mapping[int, Act],
) -> Json:
    rounds = list(stage.rounds.order_by("number", "pk"))
    public = [round_ for round_ in rounds if round_.state not in HIDDEN]
    undone = [round_ for round_ in rounds if round_.state == Round.State.UNDONE]
    standings = list(stage.standings.order_by("after"))
    if stage.format.in_waves and not standings:
        standings = [standing_now(stage)]
    for round_ in rounds:
        if round_.pool is not None:
            round_.pool["active"] = [e for e in field if e in active[stage.number, round_.number]]
    by_round = rounds_json(rounds, acts)
    if stage.format.in_waves:
        count_series(settings_of(stage), (by_round[round_.pk] for round_ in public))
    listed = [by_round[round_.pk] for round_ in public]
    if stage.format.is_knockout:
        listed = with_plan(stage, len(field), listed)
    return {
        "no": stage.number,
        "settings": stage.settings,
        "field": list(field),
        "opened": stage.opened_ms,
        "plan": stage.plan or [],
        "rounds": listed,
        "standings": [{"after": standing.after, "rows": standing.rows} for standing in standings],
        "undone": [
            by_round[round_.pk] | {"stage": stage.number, "act": round_.undone_by}
            for round_ in undone
        ],
    }


def exported_round(round_: Round) -> Json:
    """One round as it is exported."""
    games = TournamentGame.objects.filter(pairing__round=round_)
    acts = Act.objects.filter(tournament=round_.stage.tournament_id)
    acts = acts.filter(number__in=games.values("void_by"))
    exported = rounds_json([round_], {act.number: act for act in acts})[round_.pk]
    if not round_.stage.format.is_knockout:
        return exported
    plan = with_plan(round_.stage, round_.stage.field.count(), [exported])
    return next(each for each in plan if each["no"] == round_.number)


def rounds_json(rounds: Collection[Round], acts: Mapping[int, Act]) -> dict[int, Json]:
    """Each of these rounds as it is exported, by key."""
    stored = read_rounds([round_.pk for round_ in rounds], whole=True)
    deals = deals_of(rounds)
    return {
        round_.pk: round_json(
            round_,
            deals.get(round_.pk),
            [
                pairing_json(
                    row,
                    stored.seated[row["pk"]],
                    stored.games[row["pk"]],
                    acts,
                    has_places(round_.stage, row["status"]),
                )
                for row in stored.pairings[round_.pk]
            ],
            stored.unpaired[round_.pk],
        )
        for round_ in rounds
    }


def deals_of(rounds: Collection[Round]) -> dict[int, str]:
    """The shared deals of completed rounds of duplicate, as canonical text, by the key of the
    round."""
    played = TournamentGame.objects.filter(pairing__round__in=rounds, table__held_back=False)
    played = played.exclude(table__deal="").exclude(table__shared_deal="")
    return dict(played.values_list("pairing__round", "table__deal"))


def round_json(round_: Round, deal: str | None, pairings: list[Json], unpaired: list[Json]) -> Json:
    present = [place["no"] for place in unpaired if place["kind"] in PRESENT]
    return {
        "no": round_.number,
        "status": round_.state,
        "method": round_.method,
        "present": sorted(present + [e for pairing in pairings for e in pairing["seats"]]),
        "paired": round_.drawn_ms,
        "published": round_.published_ms,
        "started": round_.begun_ms,
        "ended": round_.ended_ms,
        "pairings": pairings,
        "unpaired": [
            {
                "entrant": place["no"],
                "kind": place["kind"],
                "points": place["points"] or "0",
                "node": place["node"] or None,
            }
            for place in unpaired
        ],
        "cost": round_.cost,
        "deal": deal,
        **(round_.pool or {}),
    }


def pairing_json(
    pairing: Json,
    places: list[Json],
    games: list[Json],
    acts: Mapping[int, Act],
    is_ranked: bool,
) -> Json:
    numbers = {place["player"]: place["no"] for place in places}
    status, why = pairing["status"], pairing["why"]
    has_result = status not in PENDING
    absent = [place["no"] for place in places if place["place"] is None]
    points = [place["points"] for place in places]  # duplicate: known when the round is complete
    return {
        "no": pairing["number"],
        "node": pairing["node"] or None,
        "seats": [place["no"] for place in places],
        "status": status,
        "absent": absent if has_result and status not in KINDS else [],
        "places": [p["place"] for p in places] if has_result and is_ranked else None,
        "points": points if has_result and any(points) else None,
        "why": {key: why[key] for key in ("points", "met") if key in why},
        "games": [
            game_json(game, numbers, acts.get(game["void_by"]))
            for game in games
            if game["table__started_ms"] is not None
        ],
    }


def game_json(game: Json, numbers: Mapping[int, int], called_off: Act | None) -> Json:
    """A started game as it is exported.  A game that was called off ended with the act `called_off`
    (17.2)."""
    status, at = game["table__status"], game["table__ended_at"]
    is_over, ended = status == "finished", int(at.timestamp() * 1000) if at else None
    return {
        "no": game["number"],
        "table": game["table__code"],
        "seats": [numbers.get(player, FILLER) for player, _ in game["seats"]],
        "status": "void" if game["void"] or status == "aborted" else "counted",
        "end": game["table__end"],
        "places": [place for _, place in game["seats"]] if is_over else None,
        "counts": game["table__counts"] if is_over else None,
        "started": game["table__started_ms"],
        "ended": called_off.at_ms if called_off else ended,
        "cause": called_off.act if called_off else None,
    }


def final(stages: Sequence[Stage], entrants: Iterable[Entrant]) -> list[Json]:
    """The places in the whole tournament (5.9.3); disqualified entrants have none."""
    orders = []
    for stage in stages:
        last = stage.standings.order_by("after").last()
        orders.append({row["entrant"]: row["place"] for row in (last.rows if last else ())})
    out = {one.number for one in entrants if one.status == Entrant.Status.DISQUALIFIED}
    places = overall_places(orders)
    rows = [
        {"entrant": entrant, "place": None if entrant in out else place}
        for entrant, place in places.items()
    ]
    return sorted(rows, key=lambda row: (row["place"] is None, row["place"] or 0, row["entrant"]))


# The plan of an elimination: nodes to which nobody came, and rounds to come (17.4, 17.9) ----


def with_plan(stage: Stage, entrants: int, rounds: Sequence[Json]) -> list[Json]:
    """The exported rounds of an elimination with the nodes of its plan, and the rounds to come."""
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
    """The rounds and names of nodes.  A bracket has all its nodes, except a second final that will
    not be played.  A cut has only the nodes already drawn, because its tables follow from who is
    present."""
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
    """A node without entrants as it is exported, because nobody has come to it."""
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
