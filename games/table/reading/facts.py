"""The public facts about a table apart from the state of its game: seats, offer, end."""

from games.accounts.models import Player
from games.schemas.messages import Absence, Facts, Offer, PublicPlayer
from games.table.models import Seat, Status, Table


def facts_of(table: Table, rematch: str | None) -> Facts:
    """The facts about the table without its seats; `rematch` is the code of the next table."""
    return {
        "code": table.code,
        "status": table.status,
        "game": table.game,
        "rules_version": table.rules_version,
        "players": table.players,
        "private": table.private,
        "arranged": table.arranged,
        "rated": table.rated,
        "chat": table.chat,
        "agree": table.agree,
        "offer": offer_of(table),
        "deal_ms": table.deal_ms,
        "limit_ms": table.limit_ms,
        "paused": table.paused_ms is not None,
        "rematch": rematch,
        "commitment": table.commitment,
        "day": table.day.isoformat() if table.day else None,
        "end": table.end,
        "result": table.result,
        "reason": table.reason,
    }


def seat_facts(table: Table, seat: Seat, player: Player) -> PublicPlayer:
    return {
        "number": seat.number,
        "name": player.name,
        "emblem": player.face,
        "bot": player.is_bot,
        "level": player.level,
        "owner": player.owner_name,
        "ready": seat.ready,
        "away_ms": seat.away_ms,
        "substitute": seat.substitute,
        "absence": absence(table, seat),
        "place": seat.place,
        "won": seat.won,
    }


def absence(table: Table, seat: Seat) -> Absence | None:
    """The consequence of a player's absence, and when it takes effect (ms of game time); None if
    there is none."""
    if seat.away_ms is None or seat.substitute or table.status != Status.RUNNING:
        return None
    bot_s = table.away_after_s if table.substitute else None
    waits = [(s, then) for s, then in ((bot_s, "bot"), (table.forfeit_after_s, "out")) if s]
    if not waits:
        return None
    after_s, then = min(waits)
    return {"then": then, "until": table.game_ms(seat.away_ms + 1000 * after_s)}


def offer_of(table: Table) -> Offer | None:
    """The open offer, with its end in ms of game time, like every time sent to clients."""
    offer: Offer | None = table.offer
    return {**offer, "until": table.game_ms(offer["until"])} if offer else None
