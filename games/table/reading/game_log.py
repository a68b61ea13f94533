"""The log of a table as events, sentences and files.

A viewer is a seat number, or None for the public.  Before the end hidden cards are masked;
afterwards nothing is secret."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.catalogue import find, rules_of
from games.rules.events import Event, read_event, seen_by, seen_in_common
from games.rules.game import Line
from games.rules.logs import write_wsn
from games.table import daily, words
from games.table.models import Move, Seat, Table
from games.table.moves import facts_of, moves_of
from games.table.refusals import Refused
from games.table.replay.rebuild import stored_state

FORMAT = 1  # version of `as_json`
Row = dict[str, Any]


def seats_of(table: Table) -> list[Seat]:
    return sorted(table.seats.select_related("player"), key=lambda seat: seat.number)


def names_of(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Names by seat; "" for an empty seat."""
    names = [""] * table.players
    for seat in seats:
        names[seat.number - 1] = seat.player.name
    return names


def seen(table: Table, move: Move, viewer: int | None) -> list[Row]:
    """The events of a move as this viewer may see them."""
    if daily.shows_secret(table):
        return list(move.events)
    seat = None if viewer is None else viewer - 1
    told = seen_in_common if table.held_back or table.day else seen_by
    return [told(read_event(table.game, row), seat) for row in move.events]


def lines(table: Table, viewer: int | None = None, since: int = 0) -> Iterator[tuple[Move, Line]]:
    """The log in words: each line, and the move to which it belongs."""
    game, names, battle = find(table.game), names_of(table, seats_of(table)), table.first_place
    for move in moves_of(table, since):
        events = [read_event(table.game, row) for row in seen(table, move, viewer)]
        for line in words.lines_of(game, move, events, names, battle):
            battle = line.number
            yield move, line


def events_of(table: Table, last: int | None = None) -> list[Event]:
    """All events since the deal up to move `last`, if given.  For a branch, the events of the game
    from which it continues come first."""
    before = []
    if table.branch_of is not None:
        before = events_of(table.branch_of, table.branch_move)
    elif table.is_branch:
        before = [read_event(table.game, row) for row in table.beginning.events]
    moves = (move for move in moves_of(table) if last is None or move.number <= last)
    return before + [read_event(table.game, row) for move in moves for row in move.events]


def verify_over(table: Table) -> None:
    """Check that the game is over, because files show every card.  Raises Refused."""
    if not table.shows_cards or not table.deal:
        raise Refused("NOT_OVER")


def wsn(table: Table) -> str:
    """The game as a WSN file.  Raises Refused before the end."""
    verify_over(table)
    game, o = rules_of(table.game, table.options)
    seats = seats_of(table)
    dates = {"Date": table.ended_at.strftime("%Y.%m.%d")} if table.ended_at else {}
    branch = {"Branch": f"{table.origin}@{table.branch_at}"} if table.is_branch else {}
    return write_wsn(
        game=game,
        o=o,
        names=[f"bot:{seat.player.level}" if seat.bot else seat.player.name for seat in seats],
        deal=table.deal,
        events=events_of(table),
        result=game.result(stored_state(table), o),
        tags={"Site": "warsite", "Table": table.code} | dates | branch,
    )


def branch_facts(table: Table) -> Row | None:
    """The game from which a branch continues: its code, and the move after which the branch begins;
    for a simulated game, its events and position instead of the move."""
    if not table.is_branch:
        return None
    facts = {"of": table.origin, "at": table.branch_at}
    if table.branch_of is not None:
        return facts | {"move": table.branch_move}
    begun = table.beginning
    return facts | {"ms": begun.at_ms, "events": begun.events, "state": begun.state}


def as_json(table: Table) -> Row:
    """The whole game as data for JSON, with the proof of a fair deal.  Raises Refused before the
    end."""
    verify_over(table)
    seats = seats_of(table)
    return {
        "format": FORMAT,
        "code": table.code,
        "game": table.game,
        "rules_version": table.rules_version,
        "options": table.options,
        "preset": table.preset,
        "players": table.players,
        "status": table.status,
        "started_ms": table.started_ms,
        "ended": table.ended_at.isoformat() if table.ended_at else None,
        "end": table.end,
        "result": table.result,
        "length": table.length,
        "unit": find(table.game).unit,
        "wars": table.wars,
        "branch": branch_facts(table),
        "by_hand": table.by_hand,
        "fairness": proof_of(table),
        "seats": [
            {
                "seat": seat.number,
                "name": seat.player.name,
                "bot": seat.player.level if seat.bot else None,
                "place": seat.place,
                "won": seat.won,
            }
            for seat in seats
        ],
        "deal": table.deal,
        "moves": [move_row(move) for move in facts_of(table)],
    }


def proof_of(table: Table) -> Row:
    """The inputs of the deal, with which anyone can check it."""
    if table.day is not None and not table.commitment:
        return {"day": table.day.isoformat()}
    secret = bytes(table.secret).hex() if daily.shows_secret(table) else None
    if table.shared_deal:
        return {"deal": table.shared_deal, "commitment": table.commitment, "secret": secret}
    if table.day is not None:
        day = table.day.isoformat()
        return {"day": day, "commitment": table.commitment, "secret": secret}
    return {
        "commitment": table.commitment,
        "secret": secret,
        "entropies": [bytes(seat.entropy).hex() for seat in seats_of(table)],
    }


def move_row(move: Row) -> Row:
    row = {"n": move["number"], "t": move["at_ms"], "seat": move["seat"], "act": move["act"]}
    return row | {key: move[key] for key in ("args", "refused", "events") if move[key]}
