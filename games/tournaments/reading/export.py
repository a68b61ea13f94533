"""A tournament as plain JSON, complete and true (section 14).

What is still hidden stays so: the secret and the key of the lots until the end, and a round that
was drawn for review until it is published."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.tournaments.acts import State
from games.tournaments.models import Act, Entrant, Round, Stage, Tournament
from games.tournaments.reading.arena import active_by_wave, count_series, standing_now
from games.tournaments.reading.results import KINDS, PENDING, settings_of
from games.tournaments.reading.rounds import read
from games.tournaments.scoring.record import FILLER, Kind
from games.tournaments.scoring.standings import overall_places

FORMAT, VERSION = "warsite-tournament", 2
PRESENT = (Kind.BYE, Kind.FREE)  # without a table, and here all the same
ENDED = (State.FINISHED, State.CANCELLED)
Json = dict[str, Any]


def export(t: Tournament, now: int) -> Json:
    """The whole tournament at `now` (epoch ms).  So many queries whatever its size."""
    entrants = list(t.entrants.select_related("player").order_by("number"))
    acts = list(Act.objects.filter(tournament=t))
    stages = list(t.stages.exclude(state=Stage.State.WAITING).order_by("number"))
    fields = {stage.pk: field_of(stage) for stage in stages}
    active = active_by_wave(acts, (one.number for one in entrants if one.starter))
    seeds = {e: seed for seed, e in enumerate(fields[stages[0].pk], 1)} if stages else {}
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported": now,
        "tournament": about(t, acts),
        "entrants": [entrant_json(one, seeds) for one in entrants],
        "stages": [stage_json(stage, fields[stage.pk], active) for stage in stages],
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


def entrant_json(one: Entrant, seeds: dict[int, int]) -> Json:
    return {
        "no": one.number,
        "player": one.player_id,
        "name": one.player.name,
        "bot": one.player.is_bot,
        "rating": one.rating,
        "entropy": one.entropy,
        "entered": one.entered_ms,
        "seed": seeds.get(one.number),
        "starter": one.starter,
        "status": one.status,
    }


def field_of(stage: Stage) -> list[int]:
    return list(stage.field.order_by("number").values_list("entrant__number", flat=True))


def stage_json(
    stage: Stage, field: Sequence[int], active: Mapping[tuple[int, int], frozenset[int]]
) -> Json:
    rounds = list(stage.rounds.order_by("number", "pk"))
    shown = [one for one in rounds if one.state not in (Round.State.DRAWN, Round.State.UNDONE)]
    undone = [one for one in rounds if one.state == Round.State.UNDONE]
    standings = list(stage.standings.order_by("after"))
    if stage.format.in_waves and not standings:
        standings = [standing_now(stage)]
    for one in rounds:
        if one.pool is not None:
            one.pool["active"] = [e for e in field if e in active[stage.number, one.number]]
    told = rounds_json(rounds)
    if stage.format.in_waves:
        count_series(settings_of(stage), (told[one.pk] for one in shown))
    return {
        "no": stage.number,
        "settings": stage.settings,
        "field": list(field),
        "opened": stage.opened_ms,
        "plan": stage.plan or [],
        "rounds": [told[one.pk] for one in shown],
        "standings": [{"after": one.after, "rows": one.rows} for one in standings],
        "undone": [told[one.pk] | {"stage": stage.number, "act": one.undone_by} for one in undone],
    }


def rounds_json(rounds: Collection[Round]) -> dict[int, Json]:
    """Each of these rounds, by key."""
    stored = read([one.pk for one in rounds], whole=True)
    return {
        one.pk: round_json(
            one,
            [
                pairing_json(row, stored.seated[row["pk"]], stored.games[row["pk"]])
                for row in stored.pairings[one.pk]
            ],
            stored.unpaired[one.pk],
        )
        for one in rounds
    }


def round_json(one: Round, pairings: list[Json], unpaired: list[Json]) -> Json:
    here = [place["no"] for place in unpaired if place["kind"] in PRESENT]
    return {
        "no": one.number,
        "status": one.state,
        "method": one.method,
        "present": sorted(here + [e for pairing in pairings for e in pairing["seats"]]),
        "paired": one.drawn_ms,
        "published": one.published_ms,
        "started": one.begun_ms,
        "ended": one.ended_ms,
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
        "cost": one.cost,
        **(one.pool or {}),
    }


def pairing_json(pairing: Json, places: list[Json], games: list[Json]) -> Json:
    numbers = {place["player"]: place["no"] for place in places}
    status, why = pairing["status"], pairing["why"]
    has_result = status not in PENDING
    is_ranked = has_result and status not in KINDS
    return {
        "no": pairing["number"],
        "node": pairing["node"] or None,
        "seats": [place["no"] for place in places],
        "status": status,
        "absent": [p["no"] for p in places if p["place"] is None] if is_ranked else [],
        "places": [place["place"] for place in places] if is_ranked else None,
        "points": [place["points"] or "0" for place in places] if has_result else None,
        "why": {key: why[key] for key in ("points", "met") if key in why},
        "games": [game_json(game, numbers) for game in games],
    }


def game_json(game: Json, numbers: Mapping[int, int]) -> Json:
    status, ended = game["table__status"], game["table__ended_at"]
    is_over = status == "finished"
    return {
        "no": game["number"],
        "table": game["table__code"],
        "seats": [numbers.get(player, FILLER) for player, _ in game["seats"]],
        "status": "void" if game["void"] or status == "aborted" else "counted",
        "end": game["table__end"],
        "places": [place for _, place in game["seats"]] if is_over else None,
        "counts": game["table__counts"] if is_over else None,
        "started": game["table__started_ms"],
        "ended": int(ended.timestamp() * 1000) if ended else None,
    }


def final(stages: Sequence[Stage], entrants: Iterable[Entrant]) -> list[Json]:
    """The places of the whole tournament (5.9.3); none for those who were disqualified."""
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
