"""The rounds of a stage as scoring and pairing take them.

Read as plain values: eleven rounds of 1,000 entrants are 40,000 rows, and making an object of each
took four seconds."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from games.table.models import Seat
from games.tournaments.models import Game, Pairing, Place, Round, Stage
from games.tournaments.reading.results import KINDS
from games.tournaments.scoring import record
from games.tournaments.scoring.record import FILLER, Kind

# At a table, by seat: the entrant, their player, and the place.
Seated = list[tuple[int, int, int | None]]
# The players of a game and their places, by seat, and the cards at its end.
Played = tuple[list[tuple[int, int | None]], Sequence[int]]


def rounds_of(stage: Stage, numbers: Iterable[int] | None = None) -> list[record.Round]:
    """The complete rounds of a stage, or those of these numbers, in five queries."""
    rounds = stage.rounds.filter(state=Round.State.COMPLETE)
    if numbers is not None:
        rounds = stage.rounds.exclude(state=Round.State.UNDONE).filter(number__in=numbers)
    keys = list(rounds.order_by("number").values_list("pk", flat=True))
    games, tables = games_in(keys), defaultdict[int, list[record.Table]](list)
    seated, unpaired = places_in(keys)
    pairings = Pairing.objects.filter(round__in=keys).order_by("number")
    for pairing, one, status in pairings.values_list("pk", "round", "status"):
        tables[one].append(table(seated[pairing], games[pairing], status))
    return [record.Round(tuple(tables[key]), tuple(unpaired[key])) for key in keys]


def places_in(
    rounds: Collection[int],
) -> tuple[defaultdict[int, Seated], defaultdict[int, list[record.Unpaired]]]:
    """Who sits at each pairing, and who is at none in each round."""
    seated, unpaired = defaultdict[int, Seated](list), defaultdict[int, list[record.Unpaired]](list)
    found = Place.objects.filter(round__in=rounds).order_by("seat", "pk")
    for one, pairing, entrant, player, place, kind, points in found.values_list(
        "round", "pairing", "entrant__number", "entrant__player", "place", "kind", "points"
    ):
        if pairing is None:
            unpaired[one].append(record.Unpaired(entrant, Kind(kind), Fraction(points or 0)))
        else:
            seated[pairing].append((entrant, player, place))
    return seated, unpaired


def games_in(rounds: Collection[int]) -> defaultdict[int, list[Played]]:
    """The finished games of each pairing that count."""
    games = Game.objects.filter(pairing__round__in=rounds, void=False, table__status="finished")
    at: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=games.values("table")).order_by("number")
    for table, player, place in seats.values_list("table", "player", "place"):
        at[table].append((player, place))
    found = defaultdict[int, list[Played]](list)
    for pairing, table, counts in games.order_by("number").values_list(
        "pairing", "table", "table__counts"
    ):
        found[pairing].append((at[table], counts))
    return found


def table(seated: Seated, games: Iterable[Played], status: str) -> record.Table:
    numbers = {player: entrant for entrant, player, _ in seated}
    return record.Table(
        tuple(entrant for entrant, _, _ in seated),
        tuple(place for _, _, place in seated),
        tuple(
            record.Game(
                tuple(numbers.get(player, FILLER) for player, _ in seats),
                tuple(place or 0 for _, place in seats),
                tuple(counts),
            )
            for seats, counts in games
        ),
        KINDS.get(Pairing.Status(status), Kind.PLAYED),
    )
