"""Every round of a Swiss or round robin: everybody once, who has no table and why, sizes (2, 3)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tests.referee.file import Fault, Faults, File, Round, Settings, Stage, compare
from tests.referee.scores import ZERO
from tests.referee.timeline import (
    Presence,
    drawn_by,
    field_before,
    late_acts,
    rounds_before,
)

HERE = ("bye", "free")  # without a table, and here all the same
DRAWN = ("cost", "fallback", "dutch")  # sizes of others are given


def faults(file: File) -> Faults:
    for stage in file.stages:
        halves: dict[int, int] = {}
        for round_ in stage.rounds:
            where = f"stage {stage.no} round {round_.no}"
            yield from _once(where, stage, round_)
            if stage.settings.format in ("swiss", "roundrobin"):
                yield from _unpaired(where, file, stage, round_, halves)
            if round_.method in DRAWN:
                byes, tables = sizes(stage.settings, len(round_.present))
                recorded = sorted((len(pairing.seats) for pairing in round_.pairings), reverse=True)
                yield from compare(where, "the sizes of its tables", recorded, tables)
                given = sum(free.kind == "bye" for free in round_.unpaired)
                yield from compare(where, "how many have byes", given, byes)


def _once(where: str, stage: Stage, round_: Round) -> Faults:
    """Nobody stands twice; everybody of the field is there, unless the format leaves them out."""
    seated = [e for pairing in round_.pairings for e in pairing.seats]
    standing = seated + [free.entrant for free in round_.unpaired]
    present = seated + [free.entrant for free in round_.unpaired if free.kind in HERE]
    if len({*standing}) < len(standing):
        yield Fault(where, "somebody stands twice in it")
    yield from compare(where, "who is present", sorted(round_.present), sorted(present))
    if stage.settings.format in ("swiss", "roundrobin"):
        yield from compare(where, "who stands in it", sorted(standing), sorted(stage.field))
    elif not {*standing} <= {*stage.field}:
        yield Fault(where, "somebody is not of this stage")
    numbers = [pairing.no for pairing in round_.pairings]
    yield from compare(where, "the numbers of its tables", numbers, [*range(1, len(numbers) + 1)])
    most = stage.settings.most
    if any(len(pairing.seats) > most for pairing in round_.pairings):
        yield Fault(where, f"more than {most} sit at a table")


def _unpaired(
    where: str, file: File, stage: Stage, round_: Round, halves: dict[int, int]
) -> Faults:
    """Why everybody without a table has none, and the points of that (2.4-2.7, 7.3)."""
    s, act = stage.settings, drawn_by(file, stage.no, round_.no).no
    presence = Presence(file, stage.no, round_.no, act)
    field = field_before(file, stage, act)
    rounds = rounds_before(file, stage, act)
    stays = s.format == "roundrobin" and s.two  # the schedule stands (5.4.3)
    seated = {e for pairing in round_.pairings for e in pairing.seats}
    for free in round_.unpaired:
        own, kind = f"{where}, entrant {free.entrant}", free.kind
        if free.entrant not in field:
            is_late = late_acts(file)[free.entrant].act == "enter"  # else did not check in
            yield from compare(own, "the kind", kind, "late" if is_late else "absent")
            points = late_points(s, round_.no) if is_late else ZERO
            yield from compare(own, "the points", free.points, points)
            continue
        yield from compare(own, "the points", free.points, points_of_kind(s, kind))
        if kind in HERE:
            if presence.kind(free.entrant) and not stays:
                yield Fault(own, f"has a {kind}, but is {presence.kind(free.entrant)}")
            continue
        right = presence.kind(free.entrant)
        if right == "half" and not has_half(s, round_.no, halves.get(free.entrant, 0), rounds):
            right = "absent"
        if not (right == "half" and rounds is None and kind == "absent"):
            yield from compare(own, "the kind", kind, right)
        halves[free.entrant] = halves.get(free.entrant, 0) + (kind == "half")
    for entrant in seated:
        if not stays and presence.kind(entrant):
            yield Fault(where, f"entrant {entrant} is paired, but {presence.kind(entrant)}")


def has_half(s: Settings, number: int, had: int, rounds: int | None) -> bool:
    """While some are left, and not in the last round (2.5)."""
    return had < s.halves and number != rounds


def points_of_kind(s: Settings, kind: str) -> Fraction:
    return {"bye": s.bye, "half": s.half, "full": s.win}.get(kind, ZERO)


def late_points(s: Settings, number: int) -> Fraction:
    """The points of a late entrant for the rounds before (2.4)."""
    gives = s.late == "half" or (s.late == "half-first" and number == 1)
    return s.half if gives else ZERO


# Sizes and byes --------------------------------------------------------------------------


def sizes(s: Settings, present: int) -> tuple[int, list[int]]:
    """Byes, and the sizes of the tables: fewest byes, nearest to the size aimed at, fewest tables
    (3.1)."""
    for byes in range(present + 1):
        choices = [*_even(s, present - byes)]
        if choices:
            best = min(choices, key=lambda t: (sum((s.size - n) ** 2 for n in t), len(t)))
            return byes, best
    return present, []


def _even(s: Settings, seated: int) -> Iterator[list[int]]:
    if not seated:
        yield []
    for tables in range(1, seated + 1):
        small, more = divmod(seated, tables)
        if s.least <= small and small + bool(more) <= s.most:
            yield [small + 1] * more + [small] * (tables - more)


def byes(
    number: int, present: Sequence[int], had: Mapping[int, int], points: Mapping[int, Fraction]
) -> set[int]:
    """The lowest of those present, who are given best seed first (3.3)."""
    seed = {e: place for place, e in enumerate(present)}
    lowest = sorted(present, key=lambda e: (had.get(e, 0), points.get(e, ZERO), -seed[e]))
    return {*lowest[:number]}
