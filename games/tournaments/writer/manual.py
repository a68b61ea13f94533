"""Decisions of directors by hand: pairings, forbidden pairs, the order of seeds, notes (1.4, 9.1).
Each function is one act, and raises Refused."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.tournaments.acts import LONGEST_REASON, State
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.pairing import explanation, manual
from games.tournaments.pairing.byes import Byes
from games.tournaments.pairing.manual import Impossible, Warning
from games.tournaments.reading.record import record_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.record import Kind, StageRecord
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.rounds import NOT_BEGUN, current, next_number, store
from games.tournaments.writer.stages import resolve

Tables = Sequence[Sequence[int]]


def set_pairings(order: Order, *, tables: Tables, byes: Sequence[int] = ()) -> Round:
    """Pair a round of a Swiss that has not begun: entrants by seat, tables in order.  The round
    must be published again; the draw of the program stays visible (8.3)."""
    with acting(order) as ledger:
        ledger.verify("set")
        stage = settable(ledger)
        ledger.verify_fresh({"stage": stage.number, "round": next_number(stage)})
        if ledger.tournament.pending_draw:
            raise Refused("STALE", _("This round is already being drawn."))
        at = record_of(stage)
        verify(at, tables, byes)
        by_hand = explanation.weighed(at, "manual", tables, Byes(tuple(byes), ()))
        program = program_of(current(stage))
        by_hand = replace(by_hand, why={**by_hand.why, "program": program})
        return store(ledger, stage, by_hand, "set", instead_of=current(stage))


class Preview(NamedTuple):
    """A preview of pairings: what the draw would have avoided, and the tables of the program's draw
    that would change."""

    warnings: list[Warning]
    differing: list[Sequence[int]]


def preview(*, tournament: int, tables: Tables, byes: Sequence[int]) -> Preview:
    """Warnings about pairings, and their difference from the program's draw.  Raises Refused."""
    stage = settable(Ledger(Tournament.objects.get(pk=tournament), None, 0))
    at, program = record_of(stage), program_of(current(stage))
    verify(at, tables, byes)
    proposed = program["tables"] if program else ()
    return Preview(manual.warnings(at, tables, byes), manual.differing(tables, proposed))


def settable(ledger: Ledger) -> Stage:
    """The stage whose round can be paired by hand now, a Swiss.  Raises Refused."""
    stage = ledger.stage
    if stage is None or stage.state != Stage.State.RUNNING:
        raise Refused("NO_ROUND")
    if not stage.format.by_score:
        raise Refused("NO_ROUND", _("Only the rounds of a Swiss can be paired by hand."))
    drawing = current(stage)
    if drawing is not None and drawing.state not in NOT_BEGUN:
        raise Refused("NO_ROUND", _("This round has begun."))
    return stage


def verify(at: StageRecord, tables: Tables, byes: Sequence[int]) -> None:
    """Check that the round can be paired with these tables and byes.  Raises Refused."""
    try:
        manual.verify(at, tables, byes)
    except Impossible as refused:
        sentences = {
            "TWICE": _("These entrants appear more than once: %(entrants)s."),
            "NOT_HERE": _("These entrants are not here to play: %(entrants)s."),
            "MISSING": _("These entrants have neither a table nor a bye: %(entrants)s."),
            "SIZE": _("A table has the wrong number of players: %(entrants)s."),
        }
        entrants = ", ".join(f"#{number}" for number in refused.entrants)
        sentence = sentences[refused.code] % {"entrants": entrants}
        raise Refused("PAIRINGS", sentence) from None


def program_of(drawing: Round | None) -> dict[str, Any] | None:
    """The program's draw for this round; None if there is none."""
    if drawing is None:
        return None
    if drawing.method == "manual":
        program: dict[str, Any] | None = drawing.why.get("program")
        return program
    tables: dict[int, list[int]] = {}
    places = drawing.places.order_by("pairing__number", "seat")
    for table, entrant in places.exclude(pairing=None).values_list(
        "pairing__number", "entrant__number"
    ):
        tables.setdefault(table, []).append(entrant)
    byes = drawing.places.filter(kind=Kind.BYE).values_list("entrant__number", flat=True)
    return {"method": drawing.method, "tables": list(tables.values()), "byes": sorted(byes)}


def forbid(order: Order, *, pair: Sequence[int]) -> Tournament:
    """Forbid a pair: these two entrants are never drawn together again."""
    with acting(order) as ledger:
        a, b = sorted(pair)
        args = {"pair": [a, b]}
        ledger.act("forbid", args)
        if a == b:
            raise Refused("PAIRINGS", _("A pair is two different entrants."))
        verify_entrants(ledger, [a, b])
        for stage in ledger.tournament.stages.exclude(state=Stage.State.OVER):
            pairs = {*resolve(stage.settings).forbidden, (a, b)}
            stage.settings = stage.settings | {"forbidden": sorted(map(list, pairs))}
            stage.save(update_fields=["settings"])
    return ledger.tournament


def seed(order: Order, *, seeds: Sequence[int]) -> Tournament:
    """Set the order of seeds before the start, best first; the others follow by lot."""
    with acting(order) as ledger:
        ledger.act("seed", {"order": list(seeds)})
        first = ledger.tournament.stages.get(number=1)
        if ledger.state == State.RUNNING or resolve(first.settings).seeding != "manual":
            raise Refused(
                "STATE", _("The seeds of this tournament are not set by hand, or it has started.")
            )
        if len(set(seeds)) < len(seeds):
            raise Refused("PAIRINGS", _("An entrant appears more than once."))
        verify_entrants(ledger, seeds)
    return ledger.tournament


def note(order: Order, *, text: str) -> Tournament:
    """Add a remark to the log."""
    with acting(order) as ledger:
        text = " ".join(text.split())
        if not 0 < len(text) <= LONGEST_REASON:
            raise Refused("REASON", _("A note has 1 to 300 characters."))
        ledger.act("note", {"text": text})
    return ledger.tournament


def verify_entrants(ledger: Ledger, numbers: Sequence[int]) -> None:
    """Check that these entrants exist.  Raises Refused."""
    known = set(
        ledger.tournament.entrants.filter(number__in=numbers).values_list("number", flat=True)
    )
    if strange := sorted(set(numbers) - known):
        entrants = ", ".join(f"#{number}" for number in strange)
        raise Refused(
            "NOT_ENTERED", _("There is no entrant %(entrants)s.") % {"entrants": entrants}
        )
