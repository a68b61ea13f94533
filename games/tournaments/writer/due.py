"""When the clock has something to do for a tournament (10.5).  Stored as `due_ms`."""

from games.tournaments.acts import State
from games.tournaments.writer.transaction import Book


def plan(book: Book) -> None:
    """After a change: the next moment at which something happens by itself."""
    book.tournament.due_ms = next_due(book)


def next_due(book: Book) -> int | None:
    terms = book.terms
    if book.state == State.ANNOUNCED:
        return terms.opens
    if book.state == State.OPEN:
        return terms.starts if terms.checkin_ms is None else terms.checkin_ms
    if book.state == State.CHECKIN:
        return terms.starts
    return None
