"""What a draw starts from (11.3)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.tournaments.scoring.record import Round
from games.tournaments.settings import Settings


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a draw of a Swiss depends on; nothing of it is changed.

    `field`: the entrants of the stage, best seed first.  `rounds`: those played so far, with
    everybody of the field in each.  `present`: who are to be drawn."""

    settings: Settings
    field: Sequence[int]
    rounds: Sequence[Round]
    present: Collection[int]

    @property
    def seeds(self) -> dict[int, int]:
        """The seed of every entrant."""
        return {entrant: seed for seed, entrant in enumerate(self.field, start=1)}
