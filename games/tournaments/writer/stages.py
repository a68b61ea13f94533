"""Stages: their settings, how one begins, and how the next one follows (5.9)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.tournaments import checks, lots, settings
from games.tournaments.declared import to_json
from games.tournaments.models import Entrant, Seed, Stage, Tournament
from games.tournaments.reading.export import final
from games.tournaments.refusals import Refused
from games.tournaments.scoring.standings import advancing
from games.tournaments.settings import Settings
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import restate_all
from games.tournaments.writer.stage_play import play_of


def resolve(given: Mapping[str, Any]) -> Settings:
    """The settings of a stage with all defaults.  Raises BadSettings."""
    key, options = str(given.get("game", "")), str(given.get("options", ""))
    possible = checks.seats_of(key, options)
    return settings.resolve(given, possible[0])


def open_stage(ledger: Ledger, stage: Stage, field: Sequence[Entrant]) -> None:
    """Open a stage with this field, best seed first."""
    seat = lots.first_seat(bytes(ledger.tournament.key), stage.number)
    settled = resolve(stage.settings)
    settled = settled.format.settle(settled, len(field), seat)
    stage.settings = to_json(settled)
    stage.plan = settled.format.plan(settled, len(field))
    stage.state, stage.opened_ms = Stage.State.RUNNING, ledger.now
    stage.save()
    Entrant.objects.filter(pk__in=[one.pk for one in field]).update(misses={})  # the last stage's
    Seed.objects.bulk_create(
        Seed(stage=stage, entrant=entrant, number=seed) for seed, entrant in enumerate(field, 1)
    )
    play_of(stage).open(ledger, stage, settled)


def next_stage(order: Order) -> Tournament:
    """Open the next stage with the best of the one before (5.9)."""
    with acting(order) as ledger:
        before = ledger.stage
        after = (
            ledger.tournament.stages.filter(state=Stage.State.WAITING).order_by("number").first()
        )
        if before is None or after is None or before.state != Stage.State.OVER:
            raise Refused("NO_ROUND")
        ledger.act("stage", {"stage": after.number})
        restate_all(ledger)
        last = before.standings.order_by("after").last()
        standing = [row["entrant"] for row in (last.rows if last else ()) if row["place"]]
        entrants = {one.number: one for one in ledger.tournament.entrants.all()}
        playing = Entrant.Status.PLAYING
        gone = {number for number, one in entrants.items() if one.status != playing}
        s = resolve(after.settings)
        field = advancing(standing, s.take or len(standing), gone)
        if len(field) < s.format.fewest(s):
            raise Refused("TOO_FEW")
        open_stage(ledger, after, [entrants[number] for number in field])
    return ledger.tournament


def save_places(tournament: Tournament) -> None:
    """Store the final place of everybody (5.9.3)."""
    entrants = list(tournament.entrants.all())
    rows = final(list(tournament.stages.order_by("number")), entrants)
    places = {row["entrant"]: row["place"] for row in rows}
    for entrant in entrants:
        entrant.place = places.get(entrant.number)
    Entrant.objects.bulk_update(entrants, ["place"], batch_size=500)
