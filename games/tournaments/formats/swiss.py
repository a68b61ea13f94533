"""Swiss: entrants meet others with a similar score (5.6, 5.7)."""

from dataclasses import replace
from math import ceil, log
from typing import Any

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments import lots
from games.tournaments.declared import need
from games.tournaments.formats.base import Format, verify_rounds
from games.tournaments.pairing import dutch
from games.tournaments.pairing.by_cost import draw as by_cost
from games.tournaments.pairing.draw import Draw, TooFew
from games.tournaments.scoring.points import may_enter_late
from games.tournaments.scoring.record import StageRecord
from games.tournaments.settings import Settings

WITH_DUTCH = 256  # entrants; larger fields are drawn by cost (5.6.1)
LARGEST = {"dutch": 1000, "cost": 2000}  # fields (13.1, 13.2)


class Swiss(Format):
    """A Swiss: pairs by the FIDE Dutch system or by cost, larger tables by cost."""

    key, label = "swiss", _("Swiss")
    by_score = has_crosstable = may_duplicate = True

    def sentence(self, s: Settings) -> Phrase:
        pairs = _("You play opponents with a similar score, and nobody twice if it can be avoided.")
        tables = _("You play opponents with a similar score, with as few repeats as possible.")
        return Phrase(pairs if s.two else tables)

    def defaults(self, two: bool) -> dict[str, Any]:
        pairs = ("direct", "buchholz1", "sonneborn", "wins", "games", "lot")
        tables = ("oms", "wins", "direct", "cards", "lot")
        return {
            "rounds": 5,
            "engine": None if two else "cost",
            "tiebreaks": pairs if two else tables,
        }

    def engines(self, two: bool) -> tuple[str | None, ...]:
        return ("dutch", "cost", None) if two else ("cost",)

    def largest(self, s: Settings) -> int:
        return LARGEST[s.engine or "cost"]

    def verify(self, s: Settings) -> None:
        """Check that a Dutch draw has points in tenths (5.6.3)."""
        if not s.two or s.engine == "cost":
            return
        for name, points in (("bye", s.bye), ("half", s.half), ("draw", s.draw)):
            fits = not points or points * 10 % 1 == 0
            need(fits, name, _("The Dutch draw counts in tenths of points."))
        need(s.points[2][1] == 0, "points", _("In the Dutch draw a lost game gives nothing."))

    def verify_field(self, s: Settings, entrants: int) -> list[Phrase]:
        most, rounds = self.largest(s), s.rounds or 0
        need(entrants <= most, "engine", _("This draw takes at most {most} entrants."), most=most)
        if not s.two:
            return []
        full = entrants - 1 + entrants % 2  # rounds until everybody has met everybody
        text = _("So many entrants have new opponents for at most {most} rounds.")
        verify_rounds(rounds, full, text)
        if 3 * rounds <= 2 * entrants:
            return []
        return [Phrase(_("The draw may run out of new opponents before the last round."))]

    def proposed_rounds(self, s: Settings, entrants: int, most: int) -> int | None:
        """The number of rounds to propose: enough for a single leader, and at least three; None if
        there are too few entrants or too little time."""
        enough = max(3, ceil(log(max(2, entrants), s.size)) + 1)
        rounds = min(enough, most, entrants - 1 if s.two else enough)
        return rounds if rounds >= 3 and entrants > s.size else None

    def settle(self, s: Settings, entrants: int, first_seat: int) -> Settings:
        in_pairs = entrants <= WITH_DUTCH and not s.duplicate
        engine = s.engine or ("dutch" if in_pairs else "cost")
        seat = first_seat if engine == "dutch" else s.first_seat
        return replace(s, engine=engine, first_seat=seat)

    def may_enter(self, s: Settings, next_round: int) -> bool:
        return may_enter_late(s.rounds or 0, next_round)

    def draw(self, record: StageRecord) -> Draw:
        if len(record.present) < record.settings.least:
            raise TooFew
        lot = lots.lot(record.key, f"search|{record.stage}|{record.number}")
        if record.settings.engine != "dutch":
            return by_cost.draw(record, lot)
        try:
            return dutch.draw(record)
        except dutch.NoLegalPairing:  # opponents repeat (5.6.5)
            return by_cost.draw(record, lot, "fallback")


SWISS = Swiss()
