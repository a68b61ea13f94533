"""The secret, the key, and all that was drawn by lot (4)."""

import hashlib
import hmac

from tests.referee.file import Fault, Faults, File, Stage, compare
from tests.referee.timeline import late_acts


def lot(key: bytes, label: str) -> int:
    """The smaller lot is first (4.3)."""
    return int.from_bytes(hmac.digest(key, label.encode(), "sha256")[:8], "big")


def key_of(file: File) -> bytes | None:
    """Known when the tournament is over."""
    return bytes.fromhex(file.tournament.key) if file.tournament.key else None


def tie_lots(file: File, stage: Stage) -> dict[int, int]:
    """The lots by entrant; empty while they are secret."""
    key = key_of(file)
    return {e: lot(key, f"lot|{e}") for e in stage.field} if key else {}


def faults(file: File) -> Faults:
    t = file.tournament
    if not file.is_over and (t.secret or t.key):
        yield Fault("tournament", "secret and key are told before the end")
    if t.secret:
        digest = hashlib.sha256(bytes.fromhex(t.secret)).hexdigest()
        yield from compare("tournament", "the commitment", t.commitment, digest)
    if t.started is None or not file.is_over:
        return
    if not (t.secret and t.key):
        yield Fault("tournament", "secret and key are not told at the end")
        return
    starters = [f"{one.no}:{one.entropy}" for one in file.entrants if one.starter]
    text = "|".join([t.code, *starters])
    right = hmac.digest(bytes.fromhex(t.secret), text.encode(), "sha256")
    yield from compare("tournament", "the key", t.key, right.hex())
    for stage in file.stages:
        yield from first_seat(stage, right)
        for standing in stage.standings:
            for row in standing.rows:
                recorded = row.ties.get("lot")
                if recorded is not None:
                    where = f"stage {stage.no} after {standing.after}, entrant {row.entrant}"
                    yield from compare(where, "the lot", recorded, lot(right, f"lot|{row.entrant}"))


def first_seat(stage: Stage, key: bytes) -> Faults:
    if stage.settings.engine == "dutch":
        right = 1 + lot(key, f"first seat|{stage.no}") % 2
        yield from compare(f"stage {stage.no}", "first_seat", stage.settings.first_seat, right)


def seeds(file: File) -> Faults:
    """The field of the first stage (4.1): the starters, then who came late, in order."""
    if not file.stages:
        return
    stage, key = file.stages[0], key_of(file)
    starters = [one for one in file.entrants if one.starter]
    recorded = {one.no: one.seed for one in file.entrants}
    right = {one.no: stage.seeds.get(one.no) for one in file.entrants}
    yield from compare("entrants", "the seeds", recorded, right)
    at_start = stage.field[: len(starters)]
    yield from compare(
        "stage 1", "the starters", sorted(at_start), sorted(one.no for one in starters)
    )
    late = stage.field[len(starters) :]
    yield from compare("stage 1", "those who came late", late, [*late_acts(file)])
    if key is None:
        return
    lots = {one.no: lot(key, f"seed|{one.no}") for one in starters}
    order = sorted(lots, key=lots.__getitem__)
    if stage.settings.seeding == "rating":
        rating = {one.no: one.rating for one in starters if one.rating is not None}
        order.sort(key=lambda e: (e not in rating, -rating.get(e, 0)))
    if stage.settings.seeding == "manual":
        chosen = [act.args["order"] for act in file.acts if act.act == "seed"]
        first = [e for e in (chosen[-1] if chosen else []) if e in lots]
        order = first + [e for e in order if e not in first]
    yield from compare("stage 1", "the order of the seeds", at_start, order)
