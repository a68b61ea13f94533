"""The facts at the time of an act: who was there, and which results stood."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.referee.duplicate import shares
from tests.referee.file import Act, File, Places, Round, Stage

DRAWS = ("draw", "redraw", "set")
RESULTS = ("result", "rule", "void")
GONE = {"withdraw": "withdrawn", "disqualify": "disqualified"}


class Result(NamedTuple):
    """The result of a pairing, by seat."""

    status: str
    places: Places | None
    points: list[Fraction]

    def places_of(self, seats: Sequence[int]) -> dict[int, int | None]:
        """The places by entrant; nobody has one where no result can be had."""
        return dict(zip(seats, self.places or [None] * len(seats), strict=True))


PairingKey = tuple[int, int, int]  # stage, round, number
Results = dict[PairingKey, Result]


def round_key(act: Act) -> tuple[int, int]:
    return act.args["stage"], act.args["round"]


def drawn_by(file: File, stage: int, number: int) -> Act:
    """The act that made this round as it is."""
    return [a for a in file.acts if a.act in DRAWS and round_key(a) == (stage, number)][-1]


def before(file: File, number: int) -> Iterator[Act]:
    """The acts before the one with this number."""
    return iter(file.acts[: number - 1])


def results_before(file: File, number: int) -> Results:
    """The results as they stood when this act was done."""
    results: Results = {}
    over: set[tuple[int, int]] = set()
    for act in before(file, number):
        if act.act in ("draw", "undo"):
            stage_round = round_key(act)
            results = {key: one for key, one in results.items() if key[:2] != stage_round}
            over.discard(stage_round)
        elif act.act in RESULTS:
            results[(*round_key(act), act.args["pairing"])] = result_of(act)
        elif act.act == "restart":
            results.pop((*round_key(act), act.args["pairing"]), None)
        elif act.act == "complete":
            over.add(round_key(act))
    return with_shares(file, results, over)


def with_shares(file: File, results: Results, over: Collection[tuple[int, int]]) -> Results:
    """The results with the points of the rounds of duplicate that were over."""
    for stage in file.stages:
        rounds = [one for one in stage.rounds if (stage.no, one.no) in over]
        for round_ in rounds if stage.settings.deals == "duplicate" else []:
            seats = {
                (stage.no, round_.no, pairing.no): pairing.seats for pairing in round_.pairings
            }
            keys = [key for key in seats if key in results]
            tables = [
                (results[key].status, [*results[key].places_of(seats[key]).values()])
                for key in keys
            ]
            for key, points in zip(keys, shares(stage.settings, tables), strict=True):
                results[key] = results[key]._replace(points=points)
    return results


def result_of(act: Act) -> Result:
    points = [Fraction(one) for one in act.args["points"] or ()]
    return Result(act.args["status"], act.args["places"], points)


def results_now(stage: Stage, upto: int | None = None) -> Results:
    """The results as they are in the file, of the complete rounds or the first of them."""
    return {
        (stage.no, round_.no, pairing.no): Result(
            pairing.status, pairing.places, pairing.points or []
        )
        for round_ in complete(stage, upto)
        for pairing in round_.pairings
    }


def complete(stage: Stage, upto: int | None = None) -> list[Round]:
    """The complete rounds, or the first of them."""
    over = [one for one in stage.rounds if one.status == "complete"]
    return over if upto is None else [one for one in over if one.no <= upto]


def field_before(file: File, stage: Stage, number: int) -> list[int]:
    """The entrants in the field when this act was done, best seed first."""
    starters = {one.no for one in file.entrants if one.starter}
    joined = late_acts(file)
    return [
        e
        for e in stage.field
        if stage.no > 1 or e in starters or (e in joined and joined[e].no < number)
    ]


def rounds_before(file: File, stage: Stage, number: int) -> int | None:
    """How many rounds the stage was to have when this act was done; None if that is not told,
    because only later changes are in the log (1.9)."""
    edits = [
        act
        for act in file.acts
        if act.act == "edit" and "rounds" in act.args["changes"] and stage is file.stages[-1]
    ]
    earlier = [act.args["changes"]["rounds"] for act in edits if act.no < number]
    if earlier:
        return int(earlier[-1])
    return None if edits else stage.settings.rounds


def late_acts(file: File) -> dict[int, Act]:
    """The acts by which those who did not start came into the field, in order (2.3, 2.4)."""
    starters = {one.no for one in file.entrants if one.starter}
    start = next((act.no for act in file.acts if act.act == "start"), len(file.acts))
    late: dict[int, Act] = {}
    for act in file.acts[start:]:
        if act.act in ("enter", "return") and act.args["entrant"] not in starters:
            late.setdefault(act.args["entrant"], act)
    return late


class Presence:
    """The entrants who are not drawn when this act is done, and why: `gone`, `away` (since a
    no-show in that round) and `missing`: the kinds of announced absences by entrant, for this
    round."""

    def __init__(self, file: File, stage: int, number: int, act: int) -> None:
        self.gone: dict[int, str] = {}
        self.away: dict[int, tuple[int, int]] = {}
        misses: dict[int, dict[int, str]] = {}
        at = 1
        for earlier in before(file, act):
            if earlier.act == "stage":
                misses, at = {}, earlier.args["stage"]
            elif earlier.act == "absent":
                announce(misses.setdefault(earlier.args["entrant"], {}), earlier)
            else:
                self._apply(earlier)
        known = {e: own.get(number) for e, own in misses.items()} if at == stage else {}
        self.missing = {e: kind for e, kind in known.items() if kind}

    def _apply(self, act: Act) -> None:
        who: int = act.args.get("entrant", 0)
        if act.act in GONE:
            self.gone[who] = GONE[act.act]
        elif act.act == "return":
            self.gone.pop(who, None)
            self.away.pop(who, None)
        elif act.act in ("noshow", "rule"):
            self.away |= {one: round_key(act) for one in act.args["absent"]}
        elif act.act == "undo":
            self.away = {e: key for e, key in self.away.items() if key != round_key(act)}

    def kind(self, entrant: int) -> str:
        """Why this entrant is not drawn; "" if they are."""
        away = "absent" if entrant in self.away else ""
        return self.gone.get(entrant) or self.missing.get(entrant) or away


def announce(own: dict[int, str], act: Act) -> None:
    """The rounds an entrant misses, by number: those of the same kind are told anew, and what a
    director has given stays unless a director says otherwise (2.5)."""
    kind = act.args["kind"]
    for number in [number for number, one in own.items() if one == kind]:
        del own[number]
    for number in act.args["rounds"]:
        if act.by.role == "director" or number not in own:
            own[number] = kind
