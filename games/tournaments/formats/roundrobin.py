"""Round robin: every entrant meets every other, in rounds that are known at the start (5.4,
5.5)."""

from dataclasses import replace
from typing import Any

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments.formats.base import Format, verify_rounds
from games.tournaments.pairing.byes import of_round
from games.tournaments.pairing.draw import Bye, Draw, Drawn, TooFew, absences
from games.tournaments.pairing.plans.plan import make_plan, schedule
from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import Kind, StageRecord
from games.tournaments.settings import Settings

FEW = 6  # entrants for whom it is proposed


class RoundRobin(Format):
    """A round robin: pairs by Berger's tables, larger tables by a plan."""

    key, label = "roundrobin", _("Round robin")
    has_crosstable = may_duplicate = True

    def sentence(self, s: Settings) -> Phrase:
        if s.cycles == 2:
            return Phrase(_("Everyone plays everyone twice."))
        return Phrase(_("Everyone plays everyone."))

    def defaults(self, two: bool) -> dict[str, Any]:
        pairs = ("direct", "sonneborn", "wins", "games", "lot")
        tables = ("direct", "sonneborn", "wins", "cards", "lot")
        return {"rounds": None if two else 5, "tiebreaks": pairs if two else tables}

    def choices(self, two: bool) -> frozenset[str]:
        return super().choices(two) - ({"rounds"} if two else set())

    def verify_field(self, s: Settings, entrants: int) -> list[Phrase]:
        if s.two:
            verify_rounds(s.rounds or 0, _all(s, entrants), _("There are at most {most} rounds."))
        return []

    def settle(self, s: Settings, entrants: int, first_seat: int) -> Settings:
        return replace(s, rounds=_all(s, entrants)) if s.rounds is None else s

    def rounds_for(self, s: Settings, entrants: int) -> int:
        return _all(s, entrants) if s.rounds is None else s.rounds

    def proposed_rounds(self, s: Settings, entrants: int, most: int) -> int | None:
        """The number of rounds to propose: all rounds, for a few entrants who play in pairs;
        otherwise None."""
        rounds = _all(s, entrants)
        return rounds if s.two and entrants <= FEW and rounds <= most else None

    def plan(self, s: Settings, entrants: int) -> list[Any] | None:
        if s.two:
            return None
        sizes = of_round(s, entrants)
        rounds = make_plan(sizes.tables, sizes.byes, s.rounds or 0)
        return [[list(table) for table in tables] for tables in rounds]

    def has_schedule(self, s: Settings) -> bool:
        return s.two

    def draw(self, record: StageRecord) -> Draw:
        if len(record.present) < record.settings.least:
            raise TooFew
        return self._pairs(record) if record.settings.two else self._tables(record)

    def _pairs(self, record: StageRecord) -> Draw:
        """The scheduled pairs; an entrant who has left stays in the schedule (5.4.3)."""
        s, field = record.settings, record.field
        rounds = schedule(len(field), s.cycles)
        pairs = [(field[a - 1], field[b - 1]) for a, b in rounds[record.number - 1]]
        seated = {entrant for pair in pairs for entrant in pair}
        free = [Bye(unpaired(s, entrant, Kind.FREE)) for entrant in field if entrant not in seated]
        return Draw("berger", tuple(map(Drawn, pairs)), tuple(free))

    def _tables(self, record: StageRecord) -> Draw:
        """The next round of the plan, with absent entrants left out of its tables (5.5.5)."""
        tables = [
            tuple(record.field[seed - 1] for seed in table)
            for table in record.plan[record.number - 1]
        ]
        seated = {entrant for table in tables for entrant in table}
        present = [tuple(e for e in table if e not in record.missing) for table in tables]
        byes = [
            Bye(unpaired(record.settings, entrant, Kind.BYE))
            for entrant in record.present
            if entrant not in seated
        ]
        seatings = tuple(Drawn(table) for table in present if table)
        return Draw("design", seatings, (*byes, *absences(record)))


def _all(s: Settings, entrants: int) -> int:
    """The number of rounds in which all entrants meet each other once in each cycle (5.4.1)."""
    return s.cycles * (entrants - 1 + entrants % 2)


ROUND_ROBIN = RoundRobin()
