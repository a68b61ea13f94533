"""Arena: free players are seated in the next wave, until the time is over (5.8).

Its waves are drawn by `pairing.arena`; `writer.arena` stores the waiting players and all
results."""

from fractions import Fraction
from typing import Any

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments.declared import need
from games.tournaments.formats.base import FIXED_TIES, Format
from games.tournaments.pairing.draw import Draw
from games.tournaments.scoring import points
from games.tournaments.scoring.arena import judged
from games.tournaments.scoring.record import StageRecord, Table
from games.tournaments.settings import Settings

TIES = ("wins", "games", "lot")


class Arena(Format):
    """An arena: entrants play games one after the other, as many as they like."""

    key, label = "arena", _("Arena")
    in_waves = needs_all = True
    grace_s = 30
    lateness = _(
        "Come to your table within %(grace)d seconds, "
        "or the game is cancelled and you are put on a break."
    )
    ties = _("Ties are broken by more wins, then fewer games, then by lot.")

    def sentence(self, s: Settings) -> Phrase:
        return Phrase(_("You play whoever is free, as often as you like."))

    def defaults(self, two: bool) -> dict[str, Any]:
        usual = {"tiebreaks": TIES, "minutes": 60, "streaks": True}
        return usual | {"best": 2} if two else usual

    def choices(self, two: bool) -> frozenset[str]:
        return frozenset({"minutes", "best"})

    def proposed_rounds(self, s: Settings, entrants: int, most: int) -> int | None:
        return 0

    def largest(self, s: Settings) -> int:
        return 10_000

    def verify(self, s: Settings) -> None:
        need(s.games == 1, "games", _("An arena has single games."))
        need(s.tiebreaks == TIES, "tiebreaks", FIXED_TIES)

    def draw(self, record: StageRecord) -> Draw:
        """Draw no table: an arena has waves instead of rounds."""
        return Draw("", (), ())

    def may_enter(self, s: Settings, next_round: int) -> bool:
        return True

    def gains(self, s: Settings, table: Table) -> tuple[Fraction, ...]:
        return points.of_table(s, judged(table))


ARENA = Arena()
