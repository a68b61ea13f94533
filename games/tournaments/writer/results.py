"""Results: collected from tables that are over, and rounds completed with them (6, 11.5)."""

from collections.abc import Mapping
from typing import Any

from games.tournaments import lots
from games.tournaments.models import Entrant, Game, Pairing, Place, Round, Stage, Standing
from games.tournaments.pairing.draw import progress
from games.tournaments.reading.position import position
from games.tournaments.reading.results import (
    PENDING,
    field_of,
    game_record,
    own_places,
    rounds_of,
    settings_of,
)
from games.tournaments.scoring import points
from games.tournaments.scoring.match import match
from games.tournaments.scoring.record import Game as Played
from games.tournaments.scoring.standings import standings, to_json
from games.tournaments.settings import Settings
from games.tournaments.writer.book import Book
from games.tournaments.writer.rounds import STATES, current, round_args
from games.tournaments.writer.transaction import under_lock

STATUS = Pairing.Status
DECIDED = {"walkover": STATUS.WALKOVER, "noshow": STATUS.NOSHOW}


def collect(*, tournament: str | int, now: int | None = None) -> list[Game]:
    """One act for each table that has ended since; the round is complete when none is open.
    Returns the games after which a match goes on."""
    going_on: list[Game] = []
    with under_lock(tournament, now=now) as book:
        stage = book.stage
        one = current(stage) if stage else None
        if one is None or one.state not in (STATES.OPENING, STATES.PLAYING):
            return []
        over = Game.objects.filter(pairing__round=one, pairing__status=STATUS.OPEN, void=False)
        last: dict[int, Game] = {}
        for game in over.select_related("table", "pairing").order_by("number"):
            last[game.pairing_id] = game
        ended = [game for game in last.values() if game.table.status == "finished"]
        for game in sorted(ended, key=lambda game: (game.table.ended_at, game.pairing.number)):
            if not result(book, one, game.pairing):
                going_on.append(game)
        complete(book, one)
    return going_on


def result(book: Book, one: Round, pairing: Pairing) -> bool:
    """The result of a pairing whose last game is over.  False: another game is to be played."""
    s = settings_of(one.stage)
    places = list(pairing.places.order_by("seat").select_related("entrant"))
    entrants = {place.entrant.player_id: place.entrant for place in places}
    games = [
        played
        for game in pairing.games.filter(void=False).order_by("number").select_related("table")
        if (played := game_record(game, entrants))
    ]
    found = outcome(s, [place.entrant.number for place in places], games)
    if found is None:
        return False
    status = STATUS.LOT if found.pop("lot", False) else STATUS.PLAYED
    if status == STATUS.PLAYED and pairing.games.filter(table__end="limit").exists():
        status = STATUS.ADJUDICATED
    decide(book, one, pairing, found["places"], status)
    return True


def outcome(s: Settings, seats: list[int], games: list[Played]) -> dict[str, Any] | None:
    """The places of the entrants after these games; None: the match goes on."""
    last = own_places(games[-1])
    knockout = s.is_elimination
    if not s.two or len(last) < 2 or (s.games == 1 and not knockout):
        return {"places": last}
    a, b = seats
    found = match((a, b), games, s.games, knockout=knockout)
    if found.state == "next":
        return None
    if found.state == "lot":
        return {"places": {a: 1, b: 1}, "lot": True}
    assert found.places is not None
    return {"places": dict(zip((a, b), found.places, strict=True))}


def decide(
    book: Book, one: Round, pairing: Pairing, places: Mapping[int, int], status: str
) -> None:
    """Write the result of a pairing, and the act.  `places` by entrant; who is missing there has
    not come."""
    if pairing.status not in PENDING:
        return
    rows = list(pairing.places.order_by("seat").select_related("entrant"))
    status = DECIDED.get(status, status)
    if status == STATUS.LOT:
        drawn = lots.tie_lots(bytes(book.tournament.key), places)
        places = {e: n for n, e in enumerate(sorted(places, key=drawn.__getitem__), 1)}
    by_seat = [places.get(row.entrant.number) for row in rows]
    gained = gains(settings_of(one.stage), by_seat)
    for row, place, gain in zip(rows, by_seat, gained, strict=True):
        row.place, row.points = place, gain
    Place.objects.bulk_update(rows, ["place", "points"])
    pairing.status = status
    pairing.save(update_fields=["status"])
    told = {
        "pairing": pairing.number,
        "status": str(status),
        "places": by_seat,
        "points": gained,
        "absent": [
            row.entrant.number for row, place in zip(rows, by_seat, strict=True) if place is None
        ],
    }
    book.act("result", round_args(one) | told)


def gains(s: Settings, by_seat: list[int | None]) -> list[str]:
    """Points by seat; in an elimination there are none (14.4)."""
    if s.is_elimination:
        return ["0"] * len(by_seat)
    return [str(gain) for gain in points.of_places(s, by_seat)]


# Rounds and stages that are over -----------------------------------------------------------


def complete(book: Book, one: Round) -> None:
    """The round is complete when no pairing is open; then its standing is stored, and the stage
    may be over."""
    if one.state != STATES.PLAYING or one.pairings.filter(status__in=PENDING).exists():
        return
    book.act("complete", round_args(one))
    one.state, one.ended_ms = STATES.COMPLETE, book.now
    one.save()
    if stage_is_over(one.stage, one.number):
        end_stage(book, one.stage)
    else:
        save_standing(book, one.stage, one.number, is_over=False)


def end_stage(book: Book, stage: Stage) -> None:
    """No round follows; the standing after the last one is final."""
    stage.state = Stage.State.OVER
    stage.save(update_fields=["state"])
    last = stage.rounds.filter(state=STATES.COMPLETE).order_by("number").last()
    if last is not None:
        save_standing(book, stage, last.number, is_over=True)


def end_if_decided(*, tournament: str | int, now: int | None = None) -> bool:
    """End an elimination in which nothing is left to play, because others have gone.  Was it?"""
    with under_lock(tournament, now=now) as book:
        stage = book.stage
        if stage is None or stage.state != Stage.State.RUNNING or current(stage) is not None:
            return False
        is_over = settings_of(stage).is_elimination and stage_is_over(stage, 0)
        if is_over:
            end_stage(book, stage)
        return is_over


def stage_is_over(stage: Stage, number: int) -> bool:
    """Is nothing left to play after round `number`?"""
    s = settings_of(stage)
    if s.is_elimination:
        return progress(position(stage)).round is None
    return number >= (s.rounds or 0)


def save_standing(book: Book, stage: Stage, after: int, *, is_over: bool) -> None:
    """The order after this round; lots are told when something depends on them (4.4)."""
    s, field = settings_of(stage), field_of(stage)
    if s.is_elimination:
        rows = bracket_rows(stage, field)
    else:
        known = lots.tie_lots(bytes(book.tournament.key), field) if is_over else {}
        numbers = range(1, after + 1)
        found = standings(s, field, rounds_of(stage, numbers), known, disqualified(stage))
        rows = [to_json(row) for row in found]
    Standing.objects.update_or_create(stage=stage, after=after, defaults={"rows": rows})


def bracket_rows(stage: Stage, field: tuple[int, ...]) -> list[dict[str, Any]]:
    """Places of those who are out; the others are still in."""
    places, out = progress(position(stage)).places, disqualified(stage)
    rows: list[dict[str, Any]] = [
        {
            "entrant": entrant,
            "place": None if entrant in out else places[seed],
            "points": "0",
            "ties": {},
        }
        for seed, entrant in enumerate(field, 1)
    ]
    return sorted(rows, key=lambda row: (row["place"] is None, row["place"] or 0))


def disqualified(stage: Stage) -> set[int]:
    out = Entrant.objects.filter(seeds__stage=stage, status=Entrant.Status.DISQUALIFIED)
    return set(out.values_list("number", flat=True))
