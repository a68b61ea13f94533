"""The banner at a table of a tournament: its stakes, and the link back."""

from typing import Any, NamedTuple

from games.accounts.models import Player
from games.table.models import Table
from games.tournaments import terms
from games.tournaments.models import Pairing, Place, Round, Tournament, TournamentGame


class Banner(NamedTuple):
    """The banner of a table.  `place`: the reader's place at this table; `rank`, `points`: the
    reader's in the last standing of the stage.  An open table begins at `starts_ms` (epoch ms) even
    if somebody is missing."""

    tournament: Tournament
    round: Round
    pairing: Pairing
    game: TournamentGame
    games: int  # games in a match
    place: Place | None
    rank: int | None
    points: str
    starts_ms: int | None


def banner_of(table: Table, player: Player | None) -> Banner | None:
    """The banner of a table; None if no tournament has opened it."""
    games = TournamentGame.objects.filter(table=table)
    game = games.select_related("pairing__round__stage__tournament").first()
    if game is None:
        return None
    current = game.pairing.round
    tournament = current.stage.tournament
    grace_s = terms.resolve(tournament.terms).grace_in(current.stage.format)
    standing = current.stage.standings.order_by("-after").first()
    place = game.pairing.places.filter(entrant__player=player).select_related("entrant").first()
    number = place.entrant.number if place else None
    rows = standing.rows if standing else []
    row: dict[str, Any] = next((row for row in rows if row["entrant"] == number), {})
    return Banner(
        tournament=tournament,
        round=current,
        pairing=game.pairing,
        game=game,
        games=int(current.stage.settings.get("games", 1)),
        place=place,
        rank=row.get("place"),
        points=row.get("points", "") if row.get("ties") else "",
        starts_ms=game.opened_ms + grace_s * 1000 if table.status == "open" else None,
    )
