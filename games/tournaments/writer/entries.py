"""Who takes part (section 2).  Each function is one act of the entrant, or of a director for them;
all raise Refused."""

from contextlib import suppress
from typing import Any

from games.accounts.models import Player
from games.table import refusals as table_refusals
from games.table.models import Seat, Table
from games.table.writer import play
from games.tournaments.acts import Role, State
from games.tournaments.models import Entrant
from games.tournaments.refusals import Refused
from games.tournaments.writer.book import Book
from games.tournaments.writer.transaction import under_lock

DAY_MS = 24 * 3600 * 1000
ENTROPY = 32  # hex digits
NOT_IN = (Entrant.Status.LEFT, Entrant.Status.DROPPED)
BEFORE = (State.OPEN, State.CHECKIN)
STATUS = Entrant.Status


def enter(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    entropy: str = "",
    reason: str = "",
    now: int | None = None,
) -> Entrant:
    """Enter, or wait for a place.  During check-in that is an arrival too (2.3)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        role = acting(book, player)
        verify_welcome(book, player, role)
        if entropy and (len(entropy) != ENTROPY or set(entropy) - set("0123456789abcdef")):
            raise Refused("BAD_ENTROPY")
        found = book.tournament.entrants.filter(player=player).first()
        if found is not None and found.status not in NOT_IN:
            raise Refused("ENTERED")
        if book.state not in BEFORE:
            raise Refused("TOO_LATE")
        number = found.number if found else book.tournament.entrants.count() + 1
        book.act("enter", {"entrant": number}, role=role, reason=reason)
        entrant = found or Entrant(
            tournament=book.tournament, player=player, number=number, entered_ms=book.now
        )
        entrant.entropy = entropy
        entrant.status = STATUS.WAITING if is_full(book) else STATUS.ENTERED
        entrant.arrived = book.state == State.CHECKIN
        entrant.save()
    return entrant


def leave(
    *, tournament: str | int, player: Player, by: Player | None = None, now: int | None = None
) -> Entrant:
    """Give the entry up before the start; the first who waits moves up."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        book.act("leave", {"entrant": entrant.number}, role=acting(book, player))
        had_place = entrant.status == STATUS.ENTERED
        save(entrant, status=STATUS.LEFT, arrived=False)
        next_up = book.tournament.entrants.filter(status=STATUS.WAITING).order_by("number").first()
        if had_place and next_up is not None:
            save(next_up, status=STATUS.ENTERED)
    return entrant


def arrive(
    *, tournament: str | int, player: Player, by: Player | None = None, now: int | None = None
) -> Entrant:
    """Check in (2.3)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        book.act("arrive", {"entrant": entrant.number}, role=acting(book, player))
        save(entrant, arrived=True)
    return entrant


def withdraw(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    reason: str = "",
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """Play no more; what was won stays (2.7)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        role = acting(book, player)
        return depart(book, player, "withdraw", STATUS.WITHDRAWN, role, reason, revision)


def disqualify(
    *,
    tournament: str | int,
    player: Player,
    by: Player,
    reason: str,
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """Out for good, without a place (2.8)."""
    with under_lock(tournament, by=by, now=now) as book:
        out, role = STATUS.DISQUALIFIED, book.role()
        return depart(book, player, "disqualify", out, role, reason, revision)


def depart(
    book: Book, player: Player, act: str, status: str, role: Role, reason: str, revision: int | None
) -> Entrant:
    entrant = entrant_of(book, player)
    args = {"entrant": entrant.number}
    book.act(act, args, role=role, reason=reason)
    book.verify_fresh(args, revision)
    save(entrant, status=status)
    resign_running(book, player)
    return entrant


def resign_running(book: Book, player: Player) -> None:
    """Who goes resigns the game they are in."""
    running = Table.objects.running().filter(
        seats__player=player, tournament_game__pairing__round__stage__tournament=book.tournament
    )
    for table in running:
        with suppress(table_refusals.Refused):  # they are out of it, or it is over
            play.resign(table=table.pk, player=player, now=book.now)


def come_back(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    reason: str = "",
    now: int | None = None,
) -> Entrant:
    """I am back: after a withdrawal, a no-show, or a missed check-in (2.3, 2.6, 2.7)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player, gone_too=True)
        if entrant.status not in (STATUS.PLAYING, STATUS.WITHDRAWN) or not (
            entrant.away or entrant.status == STATUS.WITHDRAWN
        ):
            raise Refused("STATE")
        role = acting(book, player)
        book.act("return", {"entrant": entrant.number}, role=role, reason=reason)
        save(entrant, status=STATUS.PLAYING, away=False)
    return entrant


def miss(
    *,
    tournament: str | int,
    player: Player,
    rounds: list[int],
    by: Player | None = None,
    reason: str = "",
    now: int | None = None,
) -> Entrant:
    """Announce rounds of the running stage that one cannot play (2.5)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        role = acting(book, player)
        args = {"entrant": entrant.number, "rounds": sorted(set(rounds)), "kind": "half"}
        book.act("absent", args, role=role, reason=reason)
        save(entrant, misses=args["rounds"])
    return entrant


# Checks ----------------------------------------------------------------------------------


def acting(book: Book, player: Player) -> Role:
    """An entrant acts for themselves, a director for anybody.  Raises Refused."""
    if book.by is not None and book.by.pk == player.pk:
        return Role.ENTRANT
    if not book.is_director:
        raise Refused("NOT_ALLOWED")
    return Role.DIRECTOR


def entrant_of(book: Book, player: Player, *, gone_too: bool = False) -> Entrant:
    """Raises Refused."""
    found = book.tournament.entrants.filter(player=player).first()
    if found is None or (found.status in NOT_IN and not gone_too):
        raise Refused("NOT_ENTERED")
    return found


def verify_welcome(book: Book, player: Player, role: Role) -> None:
    """May this player enter (1.5, 2.1)?  Raises Refused."""
    terms = book.terms
    if not player.is_active:
        raise Refused("BANNED")
    if player.is_bot and not (terms.bots and role == Role.DIRECTOR):
        raise Refused("BOTS")
    if player.is_guest and not terms.guests:
        raise Refused("GUESTS")
    if role == Role.DIRECTOR:
        return
    if terms.invited and player.name not in terms.invited:
        raise Refused("NOT_INVITED")
    if book.now - player.date_joined.timestamp() * 1000 < terms.account_days * DAY_MS:
        raise Refused("TOO_NEW")
    if terms.games_played:
        played = Seat.objects.played_by(player)[: terms.games_played].count()
        if played < terms.games_played:
            raise Refused("TOO_FEW_GAMES")


def is_full(book: Book) -> bool:
    most = book.terms.most_entrants
    taken = book.tournament.entrants.filter(status=STATUS.ENTERED)
    return most is not None and taken.count() >= most


def save(entrant: Entrant, **values: Any) -> None:
    for name, value in values.items():
        setattr(entrant, name, value)
    entrant.save(update_fields=list(values))
