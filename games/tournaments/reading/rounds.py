"""The rounds of a stage: one reader for what scoring and pairing take and for what is exported.

Read as plain values: eleven rounds of 1,000 entrants are 40,000 rows, and making an object of each
took four seconds."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import F

from games.table.models import Seat
from games.tournaments.models import Pairing, Place, Round, Stage, TournamentGame
from games.tournaments.reading.results import KINDS
from games.tournaments.scoring import record
from games.tournaments.scoring.record import FILLER, Kind

Row = dict[str, Any]
Rows = defaultdict[int, list[Row]]
PLACE = ("round", "pairing", "place", "kind", "points", "node")
ENTRANT = {"no": F("entrant__number"), "player": F("entrant__player")}
PAIRING = ("pk", "round", "number", "node", "status")
GAME = ("pairing", "table", "number", "void", "table__status", "table__counts")
# What the export tells besides.
MORE_OF_PAIRING = ("why",)
MORE_OF_GAME = ("table__code", "table__end", "table__started_ms", "table__ended_at", "void_by")


class Stored(NamedTuple):
    """Rounds as they are stored: pairings and unpaired places by round, seated places and games by
    pairing.  A game has its `seats`: the players and their places."""

    pairings: Rows
    unpaired: Rows
    seated: Rows
    games: Rows


def read(rounds: Collection[int], *, whole: bool = False) -> Stored:
    """These rounds (their keys) in four queries; `whole`: as the export needs them."""
    stored = Stored(*(defaultdict[int, list[Row]](list) for _ in Stored._fields))
    pairings = Pairing.objects.filter(round__in=rounds).order_by("number")
    for row in pairings.values(*PAIRING, *(MORE_OF_PAIRING if whole else ())):
        stored.pairings[row["round"]].append(row)
    places = Place.objects.filter(round__in=rounds).order_by("seat", "entrant")
    for row in places.values(*PLACE, **ENTRANT):
        if row["pairing"] is None:
            stored.unpaired[row["round"]].append(row)
        else:
            stored.seated[row["pairing"]].append(row)
    games = TournamentGame.objects.filter(pairing__round__in=rounds)
    seats = defaultdict[int, list[tuple[int, int | None]]](list)
    of_games = Seat.objects.filter(table__in=games.values("table")).order_by("number")
    for table, player, place in of_games.values_list("table", "player", "place"):
        seats[table].append((player, place))
    for row in games.order_by("number").values(*GAME, *(MORE_OF_GAME if whole else ())):
        stored.games[row["pairing"]].append(row | {"seats": seats[row["table"]]})
    return stored


def rounds_of(stage: Stage, numbers: Iterable[int] | None = None) -> list[record.Round]:
    """The complete rounds of a stage, or those of these numbers."""
    rounds = stage.rounds.filter(state=Round.State.COMPLETE)
    if numbers is not None:
        rounds = stage.rounds.exclude(state=Round.State.UNDONE).filter(number__in=numbers)
    keys = list(rounds.order_by("number").values_list("pk", flat=True))
    stored = read(keys)
    return [
        record.Round(
            tuple(table(row, stored) for row in stored.pairings[key]),
            tuple(
                record.Unpaired(row["no"], Kind(row["kind"]), Fraction(row["points"] or 0))
                for row in stored.unpaired[key]
            ),
        )
        for key in keys
    ]


def table(pairing: Row, stored: Stored) -> record.Table:
    """A pairing with its finished games that count."""
    seated = stored.seated[pairing["pk"]]
    numbers = {row["player"]: row["no"] for row in seated}
    return record.Table(
        tuple(row["no"] for row in seated),
        tuple(row["place"] for row in seated),
        tuple(
            record.Game(
                tuple(numbers.get(player, FILLER) for player, _ in game["seats"]),
                tuple(place or 0 for _, place in game["seats"]),
                tuple(game["table__counts"]),
            )
            for game in stored.games[pairing["pk"]]
            if game["table__status"] == "finished" and not game["void"]
        ),
        KINDS.get(Pairing.Status(pairing["status"]), Kind.PLAYED),
    )
