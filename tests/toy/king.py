"""King of the hill: whoever won the last table stays, and meets whoever has waited longest."""

from typing import Any

from games.rules.phrases import Phrase
from games.tournaments.formats.base import Format
from games.tournaments.pairing.draw import Bye, Draw, Drawn, TooFew, absences
from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import Kind, StageRecord
from games.tournaments.settings import Settings


class King(Format):
    """One table of two a round; the others are free."""

    key, label = "king", "King of the hill"

    def sentence(self, s: Settings) -> Phrase:
        return Phrase("The winner stays and meets whoever has waited longest.")

    def defaults(self, two: bool) -> dict[str, Any]:
        return {"rounds": 5, "tiebreaks": ("wins", "lot")}

    def draw(self, record: StageRecord) -> Draw:
        if len(record.present) < 2:
            raise TooFew
        last = {e: n for n, r in enumerate(record.rounds, 1) for t in r.tables for e in t.seats}
        tables = record.rounds[-1].tables if record.rounds else ()
        kings = [
            e for t in tables for e, place in zip(t.seats, t.places, strict=True) if place == 1
        ]
        queue = sorted(record.present, key=lambda e: (e not in kings, last.get(e, 0)))
        free = [Bye(unpaired(record.settings, e, Kind.FREE)) for e in queue[2:]]
        return Draw("king", (Drawn(tuple(queue[:2])),), (*free, *absences(record)))


KING = King()
