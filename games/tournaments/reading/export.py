"""A tournament as plain JSON, complete and true (section 14).

What is still hidden stays so: the secret and the key of the lots until the end, and a round that
was drawn for review until it is published."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Prefetch

from games.table.models import Seat, Table
from games.tournaments.acts import State
from games.tournaments.models import Act, Entrant, Game, Pairing, Place, Round, Stage, Tournament
from games.tournaments.reading.arena import active_by_wave, standing_now
from games.tournaments.reading.results import KINDS, PENDING, with_places
from games.tournaments.scoring.record import FILLER, Kind
from games.tournaments.scoring.stages import overall_places

FORMAT, VERSION = "warsite-tournament", 1
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
    rounds = list(rounds_with_all(stage))
    shown = [one for one in rounds if one.state not in (Round.State.DRAWN, Round.State.UNDONE)]
    undone = [one for one in rounds if one.state == Round.State.UNDONE]
    standings = list(stage.standings.order_by("after"))
    if stage.ends_ms is not None and not standings:
        standings = [standing_now(stage)]
    for one in rounds:
        if one.pool is not None:
            one.pool["active"] = [e for e in field if e in active[stage.number, one.number]]
    return {
        "no": stage.number,
        "settings": stage.settings,
        "field": list(field),
        "opened": stage.opened_ms,
        "plan": stage.plan or [],
        "rounds": [round_json(one) for one in shown],
        "standings": [{"after": one.after, "rows": one.rows} for one in standings],
        "undone": [
            round_json(one) | {"stage": stage.number, "act": one.undone_by} for one in undone
        ],
    }


def rounds_with_all(stage: Stage) -> Iterable[Round]:
    """Every round with its pairings, places, games, tables and seats, in eight queries."""
    tables = Table.objects.defer("state", "secret", "deal", "front")
    tables = tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
    games = Game.objects.order_by("number").prefetch_related(Prefetch("table", tables))
    pairings = Pairing.objects.order_by("number").prefetch_related(
        with_places(), Prefetch("games", games)
    )
    unpaired = Place.objects.filter(pairing=None).select_related("entrant").order_by("entrant")
    return stage.rounds.order_by("number", "pk").prefetch_related(
        Prefetch("pairings", pairings), Prefetch("places", unpaired, to_attr="unpaired")
    )


def round_json(one: Round) -> Json:
    pairings = [pairing_json(pairing) for pairing in one.pairings.all()]
    unpaired: list[Place] = one.unpaired  # type: ignore[attr-defined]
    here = [place.entrant.number for place in unpaired if place.kind in PRESENT]
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
                "entrant": place.entrant.number,
                "kind": place.kind,
                "points": place.points or "0",
                "node": place.node or None,
            }
            for place in unpaired
        ],
        "cost": one.cost,
        **(one.pool or {}),
    }


def pairing_json(pairing: Pairing) -> Json:
    places = list(pairing.places.all())
    numbers = {place.entrant.player_id: place.entrant.number for place in places}
    has_result = pairing.status not in PENDING
    is_ranked = has_result and pairing.status not in KINDS
    return {
        "no": pairing.number,
        "node": pairing.node or None,
        "seats": [place.entrant.number for place in places],
        "status": pairing.status,
        "absent": [p.entrant.number for p in places if p.place is None] if is_ranked else [],
        "places": [place.place for place in places] if is_ranked else None,
        "points": [place.points or "0" for place in places] if has_result else None,
        "why": {key: pairing.why[key] for key in ("points", "met") if key in pairing.why},
        "games": [game_json(game, numbers) for game in pairing.games.all()],
    }


def game_json(game: Game, numbers: dict[int, int]) -> Json:
    table = game.table
    seats = list(table.seats.all())
    is_over = table.status == "finished"
    return {
        "no": game.number,
        "table": table.code,
        "seats": [numbers.get(seat.player_id, FILLER) for seat in seats],
        "status": "void" if game.void or table.status == "aborted" else "counted",
        "end": table.end,
        "places": [seat.place for seat in seats] if is_over else None,
        "counts": table.counts if is_over else None,
        "started": table.started_ms,
        "ended": int(table.ended_at.timestamp() * 1000) if table.ended_at else None,
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
