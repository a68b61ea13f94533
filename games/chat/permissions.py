"""Permissions to read and write in the rooms of a table.  A player can always watch with a second
browser: so where something is at stake, spectators talk when the game is over, and players use
quick words until then."""

from games.accounts.models import Player
from games.chat.models import Room
from games.table.models import Chat, Table


def is_contest(table: Table) -> bool:
    return table.rated or table.arranged


def chat_of(table: Table) -> Chat:
    """What can be sent now."""
    chat = Chat(table.chat)
    is_quick = chat == Chat.TEXT and is_contest(table) and not table.is_over
    return Chat.QUICK if is_quick else chat


def readable(table: Table, *, seated: bool) -> tuple[Room, ...]:
    """The rooms that somebody with or without a seat reads.  Nobody else ever reads the room of
    the seats."""
    if table.chat == Chat.OFF:
        return ()
    if seated:
        return (Room.SEATS, Room.WATCHERS) if table.is_over else (Room.SEATS,)
    return () if is_contest(table) and not table.is_over else (Room.WATCHERS,)


def may_write_text(table: Table, player: Player) -> bool:
    """Guests do at the private table of an account, if its opener lets them."""
    if not player.is_guest:
        return True
    opener = table.opened_by
    return table.private and table.guest_text and opener is not None and opener.is_person
