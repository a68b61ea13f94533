"""Single elimination of two, and elimination at tables from which the best advance (5.1, 5.2)."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments import lots
from games.tournaments.declared import need
from games.tournaments.formats.base import FIXED_TIES, Format, Read, Rows
from games.tournaments.pairing import seats
from games.tournaments.pairing.byes import of_round
from games.tournaments.pairing.draw import Bye, Draw, Drawn, TooFew
from games.tournaments.pairing.elimination import bracket, cut
from games.tournaments.pairing.elimination.bracket import Node
from games.tournaments.pairing.elimination.nodes import Absence, History, Progress, State, Status
from games.tournaments.scoring.points import NONE, seat_counts
from games.tournaments.scoring.record import Kind, StageRecord, Table, Unpaired
from games.tournaments.settings import Settings


class Elimination(Format):
    """An elimination: each round has all nodes that can be played; byes advance without points
    (5.1.1)."""

    key, label = "elimination", _("Single elimination")
    is_knockout = True

    def sentence(self, s: Settings) -> Phrase:
        if s.two:
            return Phrase(_("Winners advance. One loss and you are out."))
        return Phrase(_("The best {advance} at each table advance."), advance=s.advance)

    def choices(self, two: bool) -> frozenset[str]:
        rest = super().choices(two) - {"rounds", "best"}
        return rest | {"third"} if two else rest

    def rounds_for(self, s: Settings, entrants: int) -> int:
        if s.two:
            return max((node.round for node in self.graph(s, entrants)), default=1)
        rounds = 1
        while entrants > s.size:
            sizes = of_round(s, entrants)
            entrants = sizes.byes + s.advance * len(sizes.tables)
            rounds += 1
        return rounds

    def proposed_rounds(self, s: Settings, entrants: int, most: int) -> int | None:
        rounds = self.rounds_for(s, entrants)
        return rounds if rounds <= most else None

    def fewest(self, s: Settings) -> int:
        return 2

    def verify(self, s: Settings) -> None:
        need(s.rounds is None, "rounds", _("An elimination takes as many rounds as it needs."))
        fits = s.advance < s.least
        need(fits, "advance", _("Fewer players must go on than sit at the smallest table."))
        need(s.two or not s.third, "third", _("A final of more than two has a third place anyway."))
        need(s.tiebreaks == (), "tiebreaks", FIXED_TIES)

    def gains(self, s: Settings, table: Table) -> tuple[Fraction, ...]:
        return (NONE,) * len(table.seats)

    def is_over(self, s: Settings, played: int, read: Read) -> bool:
        return played >= self.progress(read()).last

    def graph(self, s: Settings, entrants: int) -> list[Node]:
        return bracket.knockout(entrants, s.third)

    def advance(self, s: Settings, played: History) -> Progress:
        """The progress of the stage: the nodes that can be played next, and the places.

        Raises ValueError for fewer than two entrants, and if a result names other entrants than
        those expected at its node."""
        if not s.two:
            return cut.follow(s, played)
        return bracket.follow(self.graph(s, played.entrants), played)

    def progress(self, record: StageRecord) -> Progress:
        """The progress of this record's stage."""
        return self._progress(record)[0]

    def _progress(self, record: StageRecord) -> tuple[Progress, set[Absence]]:
        """The progress, and the entrants missing in the next round of the plan, who are eliminated
        (2.10)."""
        s, tie_lots = record.settings, record.tie_lots
        by_seed = {seed: tie_lots[entrant] for seed, entrant in enumerate(record.field, 1)}
        missing = {s for s, entrant in enumerate(record.field, 1) if entrant in record.missing}
        history = History(len(record.field), record.nodes, by_seed, record.gone)
        progress = self.advance(s, history)
        absent = _absences(s, progress.in_round(record.number), missing)
        gone = {*record.gone, *absent}
        return self.advance(s, replace(history, gone=gone)), absent

    def draw(self, record: StageRecord) -> Draw:
        """Draw all nodes of the next round of the plan, including nodes without entrants (17.4)."""
        progress, absent = self._progress(record)
        if record.number > progress.last:
            raise TooFew
        tables, byes = [], []
        for state in progress.in_round(record.number):
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
        """The rows of the standing: entrants who have left have a place, entrants who are still in
        have none.  An entrant who is missing at the end of all rounds has lost.  Everybody behind
        an entrant in `out` moves up (17.5)."""
        progress = self.progress(record if is_over else replace(record, missing={}))
        to_come = () if is_over else (s for s in progress.states if s.round >= record.number)
        still_in = {seed for state in to_come for seed in state.entrants}
        stood = {
            entrant: None if seed in still_in else progress.places[seed]
            for seed, entrant in enumerate(record.field, 1)
        }
        ahead = sorted(stood[entrant] or 0 for entrant in stood if entrant in out)
        rows: Rows = []
        for entrant, place in stood.items():
            if place is not None:
                place = None if entrant in out else place - bisect_left(ahead, place)
            rows.append({"entrant": entrant, "place": place, "points": "0", "ties": {}})
        return sorted(rows, key=lambda row: (row["place"] is None, row["place"] or 0))

    def dependents(self, record: StageRecord, node: str) -> tuple[str, ...]:
        return self.progress(record).dependents(node)


def _absences(s: Settings, states: Iterable[State], missing: Collection[int]) -> set[Absence]:
    """The missing entrants of these nodes, each with the name of the node; at larger tables, with
    the name of the round."""
    return {
        (seed, (state.name or "") if s.two else f"K{state.round}")
        for state in states
        for seed in state.entrants
        if seed in missing
    }


def _absent(record: StageRecord, seed: int, node: str) -> Bye:
    """The bye, without points, of an entrant who is absent from an elimination.  A cut names no
    node, because the other entrants have been seated without the absent one."""
    entrant = record.field[seed - 1]
    kind = record.missing[entrant]
    left = kind if kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED) else Kind.ABSENT
    return Bye(Unpaired(entrant, left), node if record.settings.two else "")


def _seats(record: StageRecord, state: State, entrants: Sequence[int]) -> tuple[int, ...]:
    """The entrants of a table by seat: with two, the better seed in seat 1; at larger tables,
    everybody in a seat that they have seldom had (3.6)."""
    if record.settings.two:
        return tuple(entrants)
    lot = lots.lot(record.key, f"seats|{record.stage}|{record.number}|{state.name}")
    return seats.seating(entrants, seat_counts(record.rounds), lot).seats


ELIMINATION = Elimination()
