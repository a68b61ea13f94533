"""The banner of a tournament's table: what is played for, and the way back."""

from typing import Any, NamedTuple

from games.accounts.models import Player
from games.table.models import Table
from games.tournaments.models import Pairing, Place, Round, Tournament, TournamentGame


class Banner(NamedTuple):
    """`place` is that of the reader at this table; `rank` and `points` are theirs in the last
    standing of the stage."""

    tournament: Tournament
    round: Round
    pairing: Pairing
    game: TournamentGame
    games: int  # of a match
    place: Place | None
    rank: int | None
    points: str


def banner_of(table: Table, player: Player | None) -> Banner | None:
    """None: no tournament has opened this table."""
    games = TournamentGame.objects.filter(table=table)
    game = games.select_related("pairing__round__stage__tournament").first()
    if game is None:
        return None
    one = game.pairing.round
    standing = one.stage.standings.order_by("-after").first()
    place = game.pairing.places.filter(entrant__player=player).select_related("entrant").first()
    number = place.entrant.number if place else None
    rows = standing.rows if standing else []
    row: dict[str, Any] = next((row for row in rows if row["entrant"] == number), {})
    return Banner(
        tournament=one.stage.tournament,
        round=one,
        pairing=game.pairing,
        game=game,
        games=int(one.stage.settings.get("games", 1)),
        place=place,
        rank=row.get("place"),
        points=row.get("points", "") if row.get("ties") else "",
    )
