"""When the clock has something to do for a tournament (10).  Stored as `due_ms`."""

from games.tournaments.acts import State
from games.tournaments.models import Game, Pairing, Round, Stage
from games.tournaments.reading.results import with_places
from games.tournaments.terms import MINUTE_MS
from games.tournaments.writer.book import Book

STATES = Round.State


def next_due(book: Book) -> int | None:
    """The next moment at which something happens by itself (epoch ms)."""
    terms = book.terms
    if book.state == State.ANNOUNCED:
        return terms.opens
    if book.state == State.OPEN:
        return terms.starts if terms.checkin_ms is None else terms.checkin_ms
    if book.state == State.CHECKIN:
        return terms.starts
    stage = book.stage
    if book.state != State.RUNNING or stage is None or book.tournament.question:
        return None
    if stage.state == Stage.State.OVER:
        return after_stage(book, stage)
    rounds = stage.rounds.exclude(state=STATES.UNDONE).order_by("-number")
    last = rounds.first()
    if last is None or last.state == STATES.COMPLETE:
        return next_draw(book, stage, last)
    return in_round(book, last)


def after_stage(book: Book, stage: Stage) -> int | None:
    """The next stage begins at once; after the last one results may still be looked into."""
    last = stage.rounds.filter(state=STATES.COMPLETE).order_by("-number").first()
    ended = last.ended_ms if last and last.ended_ms else book.now
    if book.tournament.stages.filter(state=Stage.State.WAITING).exists():
        return ended
    return ended + book.terms.hold_min * MINUTE_MS


def next_draw(book: Book, stage: Stage, last: Round | None) -> int | None:
    """When the next round is drawn: so early that it is called before it begins (10.1, 10.2)."""
    terms = book.terms
    ended = stage.opened_ms if last is None else last.ended_ms
    number = 1 if last is None else last.number + 1
    if terms.pace == "director" or ended is None:
        return None
    if terms.pace == "schedule":
        planned = terms.times[number - 1 : number]
        return max(ended, planned[0] - terms.call_s * 1000) if planned else None
    return ended if last is None else ended + max(0, terms.break_s - terms.call_s) * 1000


def in_round(book: Book, one: Round) -> int | None:
    if one.state == STATES.PUBLISHED:
        return one.begins_ms
    if one.state == STATES.OPENING:
        return one.begun_ms
    if one.state != STATES.PLAYING:
        return None
    graces = [
        book.now if game is None else game.opened_ms + book.terms.grace_s * 1000
        for _, game in waiting_pairings(one)
    ]
    return min(graces, default=None)


def waiting_pairings(one: Round) -> list[tuple[Pairing, Game | None]]:
    """Pairings whose cards are not dealt: with a game that waits for players, or without one,
    because fewer than two could come."""
    pairings = one.pairings.filter(status=Pairing.Status.OPEN).order_by("number")
    found: list[tuple[Pairing, Game | None]] = []
    for pairing in pairings.prefetch_related(with_places(), "games__table"):
        games = [game for game in pairing.games.all() if not game.void]
        last = max(games, key=lambda game: game.number, default=None)
        if last is None or last.table.status == "open":
            found.append((pairing, last))
    return found
