"""Single elimination of two, and elimination at tables of which the best advance (5.1, 5.2)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments import lots
from games.tournaments.declared import need
from games.tournaments.formats.base import FIXED_TIES, Format, Read, Rows
from games.tournaments.pairing import seats
from games.tournaments.pairing.draw import Bye, Draw, Drawn, TooFew
from games.tournaments.pairing.elimination import bracket, cut
from games.tournaments.pairing.elimination.bracket import Node
from games.tournaments.pairing.elimination.nodes import Absence, History, Progress, State, Status
from games.tournaments.scoring.history import seat_counts
from games.tournaments.scoring.points import NONE
from games.tournaments.scoring.record import Kind, StageRecord, Table, Unpaired
from games.tournaments.settings import Settings


class Elimination(Format):
    """Rounds in which all nodes are played that can be; byes go on without points (5.1.1)."""

    key, label = "elimination", _("Single elimination")
    is_knockout = True

    def sentence(self, s: Settings) -> Phrase:
        if s.two:
            return Phrase(_("Winners advance. One loss and you are out."))
        return Phrase(_("The best {advance} at each table advance."), advance=s.advance)

    def choices(self, two: bool) -> frozenset[str]:
        return frozenset({"third"})

    def fewest(self, s: Settings) -> int:
        return 2

    def verify(self, s: Settings) -> None:
        need(s.rounds is None, "rounds", _("An elimination takes as many rounds as it needs."))
        fits = s.advance < s.least
        need(fits, "advance", _("Fewer must go on than sit at the smallest table."))
        need(s.two or not s.third, "third", _("A final of more than two has a third place anyway."))
        need(s.tiebreaks == (), "tiebreaks", FIXED_TIES)

    def gains(self, s: Settings, table: Table) -> tuple[Fraction, ...]:
        return (NONE,) * len(table.seats)

    def is_over(self, s: Settings, played: int, read: Read) -> bool:
        return self.progress(read()).round is None

    def graph(self, s: Settings, entrants: int) -> list[Node]:
        return bracket.knockout(entrants, s.third)

    def advance(self, s: Settings, played: History) -> Progress:
        """How far the stage is: what can be played next, and the places.

        Raises ValueError for fewer than two entrants, and if a result names others than those who
        were to come."""
        if not s.two:
            return cut.follow(s, played)
        return bracket.follow(self.graph(s, played.entrants), played)

    def progress(self, record: StageRecord) -> Progress:
        """How far the stage of this record is."""
        return self._progress(record)[0]

    def _progress(self, record: StageRecord) -> tuple[Progress, set[Absence]]:
        """How far it is, and who is missing in the next round: they are out (2.10)."""
        s, tie_lots = record.settings, record.tie_lots
        by_seed = {seed: tie_lots[entrant] for seed, entrant in enumerate(record.field, 1)}
        missing = {s for s, entrant in enumerate(record.field, 1) if entrant in record.missing}
        absent: set[Absence] = set()
        while True:
            gone = {*record.gone, *absent}
            progress = self.advance(s, History(len(record.field), record.nodes, by_seed, gone))
            new = _absences(s, progress, missing) - absent
            if not new:
                return progress, absent
            absent |= new  # another round may be the next one now

    def draw(self, record: StageRecord) -> Draw:
        progress, absent = self._progress(record)
        if progress.round is None:
            raise TooFew
        tables, byes = [], []
        for state in progress.in_round(progress.round):
            entrants = [record.field[seed - 1] for seed in state.entrants]
            if state.status == Status.READY:
                tables.append(Drawn(_seats(record, state, entrants), state.name or ""))
            elif state.status == Status.BYE:
                goes_on = record.field[state.onward[0] - 1]
                byes.append(Bye(Unpaired(goes_on, Kind.BYE), state.name or ""))
        byes += [_absent(record, seed, node) for seed, node in sorted(absent)]
        return Draw("bracket", tuple(tables), tuple(byes))

    def standing(
        self, record: StageRecord, out: Collection[int], *, is_over: bool, with_lots: bool
    ) -> Rows:
        """Places of those who are out; the others are still in.  Who is missing when all is over
        has lost by that."""
        then = record if is_over else replace(record, missing={})
        places = self.progress(then).places
        rows: Rows = [
            {
                "entrant": entrant,
                "place": None if entrant in out else places[seed],
                "points": "0",
                "ties": {},
            }
            for seed, entrant in enumerate(record.field, 1)
        ]
        return sorted(rows, key=lambda row: (row["place"] is None, row["place"] or 0))

    def dependents(self, record: StageRecord, node: str) -> tuple[str, ...]:
        return self.progress(record).dependents(node)


def _absences(s: Settings, progress: Progress, missing: Collection[int]) -> set[Absence]:
    """The missing who were to come to nodes of the next round, with the node."""
    states = progress.in_round(progress.round) if progress.round else ()
    return {
        (seed, (state.name or "") if s.two else f"K{state.round}")
        for state in states
        for seed in state.entrants
        if seed in missing
    }


def _absent(record: StageRecord, seed: int, node: str) -> Bye:
    """Out of the elimination, without points; a cut has seated the others without them."""
    entrant = record.field[seed - 1]
    kind = record.missing[entrant]
    left = kind if kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED) else Kind.ABSENT
    return Bye(Unpaired(entrant, left), node if record.settings.two else "")


def _seats(record: StageRecord, state: State, entrants: Sequence[int]) -> tuple[int, ...]:
    """The better seed of two has seat 1; at larger tables the seats least had (3.6)."""
    if record.settings.two:
        return tuple(entrants)
    lot = lots.lot(record.key, f"seats|{record.stage}|{record.number}|{state.name}")
    return seats.seating(entrants, seat_counts(record.rounds), lot).seats


ELIMINATION = Elimination()
