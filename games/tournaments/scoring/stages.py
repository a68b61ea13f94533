"""From stage to stage, and the places of the whole tournament (5.9)."""

from collections.abc import Collection, Mapping, Sequence

from games.tournaments.scoring.points import places_by


def advancing(standing: Sequence[int], take: int, gone: Collection[int]) -> list[int]:
    """The field of the next stage, best seed first: the first `take` of a standing (lots included)
    who have neither withdrawn nor been disqualified (5.9.1)."""
    return [entrant for entrant in standing if entrant not in gone][:take]


def overall_places(stages: Sequence[Mapping[int, int | None]]) -> dict[int, int | None]:
    """The place of everybody in the tournament, from the places in each stage, first stage first.

    Those of the last stage come before the rest of the stage before, and so on; who has no place
    in the last stage they played in has none (5.9.3)."""
    final: dict[int, int | None] = {}
    for places in reversed(stages):
        better = sum(place is not None for place in final.values())
        rest = {entrant: place for entrant, place in places.items() if entrant not in final}
        placed = places_by({entrant: -place for entrant, place in rest.items() if place})
        final |= {
            entrant: better + placed[entrant] if place else None for entrant, place in rest.items()
        }
    return final
