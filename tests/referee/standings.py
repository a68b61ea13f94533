"""Standings after every round, and the final places (5.9.3, 7.8, 14.5)."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from tests.referee.file import Fault, Faults, File, Stage, Standing, compare
from tests.referee.lots import tie_lots
from tests.referee.scores import lines_of, standing
from tests.referee.timeline import complete, results_before, results_now


def faults(file: File) -> Faults:
    for stage in file.stages:
        yield from _which(file, stage)
        if stage.settings.knockout or stage.settings.format == "arena":
            continue
        for block in stage.standings:
            yield from _block(file, stage, block)
    yield from final(file)


def fields(file: File) -> Faults:
    """A later stage is for the best of the one before, as it stood then (5.9.1)."""
    for before, stage in pairwise(file.stages):
        act = next(a for a in file.acts if a.act == "stage" and a.args["stage"] == stage.no)
        where = f"stage {stage.no}"
        yield from compare(where, "when it was opened", stage.opened, act.at)
        yield from compare(where, "the seeding", stage.settings.seeding, "standing")
        if before.settings.knockout or before.settings.format == "arena" or not file.is_over:
            order = [row.entrant for row in before.standings[-1].rows if row.place]
        else:
            lines = lines_of(before, complete(before), results_before(file, act.no))
            out = {e for e in before.field if was_out(file, e, act.no)}
            lots = tie_lots(file, before)
            rows = standing(before.settings, before.field, lines, lots, out)
            order = [row[0] for row in rows if row[1]]
        right = [e for e in order if not gone(file, e, act.no)][: stage.settings.take]
        yield from compare(where, "its field", stage.field, right)


def gone(file: File, entrant: int, act: int) -> bool:
    """Had this entrant left when the act was done?"""
    own = [a.act for a in file.acts[: act - 1] if a.args.get("entrant") == entrant]
    kept = [name for name in own if name in ("withdraw", "disqualify", "return")]
    return bool(kept) and kept[-1] != "return"


def was_out(file: File, entrant: int, act: int) -> bool:
    return any(
        a.act == "disqualify" and a.args.get("entrant") == entrant for a in file.acts[: act - 1]
    )


def _which(file: File, stage: Stage) -> Faults:
    """One block for every complete round, of an arena one."""
    recorded = [block.after for block in stage.standings]
    right = [one.no for one in complete(stage)]
    if stage.settings.format == "arena":
        right = right[-1:]
    yield from compare(f"stage {stage.no}", "the standings", recorded, right)


def out_of(file: File, stage: Stage) -> set[int]:
    """The entrants without a place: disqualified, or with all pairings annulled (2.8, 2.9)."""
    out = {one.no for one in file.entrants if one.status == "disqualified"}
    gone = out | {one.no for one in file.entrants if one.status == "withdrawn"}
    for round_ in complete(stage):
        for pairing in round_.pairings:
            left = gone.intersection(pairing.seats)
            if pairing.status == "annulled" and len(left) == 1:  # of two it may be either
                out |= left
    return out & {*stage.field}


def is_over(file: File, stage: Stage) -> bool:
    """Does no round of this stage follow?"""
    last = max((one.no for one in complete(stage)), default=0)
    whole = stage.settings.rounds is not None and last >= stage.settings.rounds
    return file.is_over or whole or any(one.no > stage.no for one in file.stages)


def _block(file: File, stage: Stage, block: Standing) -> Faults:
    where = f"stage {stage.no} after {block.after}"
    is_last = block is stage.standings[-1] and is_over(file, stage)
    is_last = is_last or file.tells_all_lots
    told_lots = {row.ties.get("lot") is not None for row in block.rows}
    if not is_last and True in told_lots:
        yield Fault(where, "lots are told before anything depends on them")
    if is_last and file.tournament.status == "finished" and "lot" in stage.settings.tiebreaks:
        yield from compare(where, "lots are told", told_lots, {True})
    lots = tie_lots(file, stage) if told_lots == {True} else {}
    if told_lots == {True} and not lots:  # still secret: as they are told
        lots = {row.entrant: int(row.ties["lot"] or 0) for row in block.rows}
    results = results_now(stage, block.after)
    lines = lines_of(stage, complete(stage, block.after), results)
    rows = standing(stage.settings, stage.field, lines, lots, out_of(file, stage))
    yield from compare_rows(where, block, rows)


def compare_rows(where: str, block: Standing, rows: Sequence[tuple[object, ...]]) -> Faults:
    """Row by row, so that a fault names the first that is wrong."""
    order = [row.entrant for row in block.rows]
    yield from compare(where, "the order", order, [row[0] for row in rows])
    if order == [row[0] for row in rows]:
        for recorded, (entrant, place, points, ties) in zip(block.rows, rows, strict=True):
            own = f"{where}, entrant {entrant}"
            yield from compare(own, "the place", recorded.place, place)
            yield from compare(own, "the points", recorded.points, points)
            yield from compare(own, "the tie-breaks", recorded.ties, ties)


def final(file: File) -> Faults:
    """Places of the last stage, then of the rest of the stage before (5.9.3)."""
    if file.tournament.status != "finished":
        yield from compare("final", "the final places", file.final, None)
        return
    if file.final is None:
        yield Fault("final", "there are none")
        return
    right: dict[int, int | None] = {}
    for stage in reversed(file.stages):
        rows = stage.standings[-1].rows if stage.standings else []
        placed = {row.entrant: row.place for row in rows if row.entrant not in right}
        better = sum(place is not None for place in right.values())
        right |= {e: rank(place, placed.values(), better) for e, place in placed.items()}
    out = {one.no for one in file.entrants if one.status == "disqualified"}
    right = {e: None if e in out else place for e, place in right.items()}
    recorded = {row.entrant: row.place for row in file.final}
    for entrant in sorted({*recorded, *right}):
        yield from compare(
            f"final, entrant {entrant}", "the place", recorded.get(entrant), right.get(entrant)
        )


def rank(place: int | None, places: Collection[int | None], better: int) -> int | None:
    """The place of somebody when only these are counted, after so many others."""
    if place is None:
        return None
    return better + 1 + sum(other < place for other in places if other is not None)
