"""Who takes part (section 2).  Each function is one act of the entrant, or of a director for them;
all raise Refused."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from games.accounts.limits import wait_for_change
from games.accounts.models import Player
from games.table import refusals as table_refusals
from games.table.models import Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.acts import LIVE, Role, State
from games.tournaments.models import Entrant, Place, Round, Seed, Stage, Tournament
from games.tournaments.reading.results import annulled, settings_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import missed, unpaired
from games.tournaments.scoring.record import Kind, Unpaired
from games.tournaments.writer import arena
from games.tournaments.writer.book import Book
from games.tournaments.writer.results import annul, restate
from games.tournaments.writer.transaction import under_lock

DAY_MS = 24 * 3600 * 1000
ENTROPY = 32  # hex digits
LONGEST_STAGE = 200  # rounds, where their number is not set
NOT_IN = (Entrant.Status.LEFT, Entrant.Status.DROPPED)
BEFORE = (State.OPEN, State.CHECKIN)
STATUS = Entrant.Status
CAN_ENTER_LATE = (STATUS.LEFT, STATUS.WAITING)  # of those who are in the list already


def enter(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    entropy: str = "",
    reason: str = "",
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """Enter, or wait for a place.  During check-in that is an arrival too (2.3); in a Swiss
    or an arena that has begun it is a late entry (2.4, 5.8.1)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        role = acting_again(book, player)
        verify_welcome(book, player, role)
        if entropy and (len(entropy) != ENTROPY or set(entropy) - set("0123456789abcdef")):
            raise Refused("BAD_ENTROPY")
        found = book.tournament.entrants.filter(player=player).first()
        is_late = book.state in LIVE
        if found is not None and found.status not in (CAN_ENTER_LATE if is_late else NOT_IN):
            raise Refused("ENTERED")
        if book.state not in BEFORE and not is_late:
            raise Refused("TOO_LATE")
        number = found.number if found else book.tournament.entrants.count() + 1
        book.act("enter", {"entrant": number}, role=role, reason=reason)
        book.verify_fresh({"entrant": number}, revision)
        entrant = found or Entrant(
            tournament=book.tournament, player=player, number=number, entered_ms=book.now
        )
        entrant.entropy = entropy
        if is_late:
            stage, next_round = late_stage(book)
            entrant.status, entrant.away = STATUS.PLAYING, False
            entrant.save()
            join(book, stage, entrant, missed(settings_of(stage), number, next_round))
            return entrant
        entrant.status = STATUS.WAITING if is_full(book) else STATUS.ENTERED
        entrant.arrived = book.state == State.CHECKIN
        entrant.save()
    return entrant


def leave(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """Give the entry up before the start; the first who waits moves up."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        args = {"entrant": entrant.number}
        book.act("leave", args, role=acting(book, player))
        book.verify_fresh(args, revision)
        had_place = entrant.status == STATUS.ENTERED
        save(entrant, status=STATUS.LEFT, arrived=False)
        next_up = book.tournament.entrants.filter(status=STATUS.WAITING).order_by("number").first()
        if had_place and next_up is not None:
            save(next_up, status=STATUS.ENTERED)
    return entrant


def arrive(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """Check in (2.3)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        args = {"entrant": entrant.number}
        book.act("arrive", args, role=acting_again(book, player))
        book.verify_fresh(args, revision)
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
    book.verify_fresh(args, revision)
    if role == Role.DIRECTOR:
        args |= book.own(table_mates(entrant))
    book.act(act, args, role=role, reason=reason)
    save(entrant, status=status)
    stage = book.stage
    if stage is not None and entrant.number in annulled(stage):
        annul(book, stage, entrant)
    resign_running(book, player)
    if status == STATUS.DISQUALIFIED:
        for begun in book.tournament.stages.exclude(state="waiting"):
            restate(begun)
    return entrant


def table_mates(entrant: Entrant) -> set[int]:
    """The players at the table at which this entrant sits right now."""
    mine = Place.objects.filter(entrant=entrant, pairing__status="open")
    mine = mine.exclude(round__state="undone")
    beside = Place.objects.filter(pairing__in=mine.values("pairing"))
    return set(beside.values_list("entrant__player", flat=True))


def resign_running(book: Book, player: Player) -> None:
    """Who goes resigns the game they are in, if it still counts."""
    running = Table.objects.running().filter(
        seats__player=player, tournament_game__pairing__round__stage__tournament=book.tournament
    )
    for table in running:
        with suppress(table_refusals.Refused):  # they are out of it, or it is over
            play.resign(Order(table.pk, player, now=book.now))


def come_back(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    reason: str = "",
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """I am back: after a withdrawal, a no-show, or a missed check-in (2.3, 2.6, 2.7)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player, gone_too=True)
        is_away = entrant.away and entrant.status == STATUS.PLAYING
        if not is_away and entrant.status not in (STATUS.WITHDRAWN, STATUS.DROPPED):
            raise Refused("STATE")
        if book.stage is not None and entrant.number in annulled(book.stage):
            raise Refused("ANNULLED")
        role = acting_again(book, player)
        book.act("return", {"entrant": entrant.number}, role=role, reason=reason)
        book.verify_fresh({"entrant": entrant.number}, revision)
        if entrant.status == STATUS.DROPPED:
            stage, next_round = late_stage(book)
            absent = unpaired(settings_of(stage), entrant.number, Kind.ABSENT)
            join(book, stage, entrant, [absent] * (next_round - 1))
        save(entrant, status=STATUS.PLAYING, away=False)
        if running := arena.running(book):
            arena.look_again(running, entrant, book.now)
    return entrant


def pause(
    *,
    tournament: str | int,
    player: Player,
    by: Player | None = None,
    reason: str = "",
    now: int | None = None,
) -> Entrant:
    """Take a break in an arena, until `come_back` (5.8.4)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        if arena.running(book) is None or entrant.away or entrant.status != STATUS.PLAYING:
            raise Refused("STATE")
        args = {"entrant": entrant.number, "rounds": [], "kind": str(Kind.ABSENT)}
        book.act("absent", args, role=acting(book, player), reason=reason)
        save(entrant, away=True)
    return entrant


def late_stage(book: Book) -> tuple[Stage, int]:
    """The stage that can still be entered, a Swiss in its first half or an arena, and the first
    round that is not missed (2.4).  Raises Refused."""
    stage = book.stage
    if stage is None or stage.number > 1 or stage.state != Stage.State.RUNNING:
        raise Refused("TOO_LATE")
    s = settings_of(stage)
    drawn = stage.rounds.exclude(state=Round.State.UNDONE).count()
    next_round = 1 if s.format.in_waves else drawn + 1
    if not s.format.may_enter(s, next_round):
        raise Refused("TOO_LATE")
    playing = book.tournament.entrants.filter(status=STATUS.PLAYING).count()
    most = book.terms.most_entrants or playing + 1
    if playing >= most or stage.field.count() >= s.format.largest(s):
        raise Refused("FULL")
    return stage, next_round


def can_join(tournament: Tournament) -> bool:
    """Is there still time and a place for late entries?"""
    if tournament.state not in LIVE:
        return False
    try:
        late_stage(Book(tournament, None, 0))
    except Refused:
        return False
    return True


def join(book: Book, stage: Stage, entrant: Entrant, before: Sequence[Unpaired]) -> None:
    """The next free seed, and the rounds before, which count as this; an arena misses nobody."""
    Seed.objects.create(stage=stage, entrant=entrant, number=stage.field.count() + 1)
    if stage.format.in_waves:
        arena.join(stage, entrant, book.now)
        return
    rounds = stage.rounds.exclude(state=Round.State.UNDONE).order_by("number")
    Place.objects.bulk_create(
        Place(round=one, entrant=entrant, kind=line.kind, points=str(line.points))
        for one, line in zip(rounds, before, strict=True)
    )
    restate(stage)


def miss(
    *,
    tournament: str | int,
    player: Player,
    rounds: Sequence[int],
    kind: str = Kind.HALF,
    by: Player | None = None,
    reason: str = "",
    revision: int | None = None,
    now: int | None = None,
) -> Entrant:
    """Announce rounds of the running stage that one cannot play, all at once (2.5).  `half` counts
    while there are some left; a director may also give `full` points, or none (`absent`)."""
    with under_lock(tournament, by=by or player, now=now) as book:
        entrant = entrant_of(book, player)
        role = acting_again(book, player)
        if kind != Kind.HALF and (role != Role.DIRECTOR or kind not in (Kind.FULL, Kind.ABSENT)):
            raise Refused("NOT_ALLOWED")
        numbers = sorted(set(rounds))
        args = {"entrant": entrant.number, "rounds": numbers, "kind": str(kind)}
        book.act("absent", args, role=role, reason=reason)
        book.verify_fresh({"entrant": entrant.number}, revision)
        verify_ahead(book, numbers, role)
        others = {number: one for number, one in entrant.misses.items() if one != kind}
        new = {str(number): str(kind) for number in numbers}
        save(entrant, misses=others | new if role == Role.DIRECTOR else new | others)
    return entrant


def verify_ahead(book: Book, numbers: Sequence[int], role: Role) -> None:
    """These rounds of the running stage are not drawn yet; for a director, who can have one drawn
    again, not begun.  Raises Refused."""
    stage = book.stage
    if stage is None or stage.state != Stage.State.RUNNING:
        raise Refused("NO_ROUND")
    open_still = [Round.State.UNDONE]
    if role == Role.DIRECTOR:
        open_still += [Round.State.DRAWN, Round.State.PUBLISHED]
    settled = stage.rounds.exclude(state__in=open_still).count()
    last = settings_of(stage).rounds or LONGEST_STAGE
    if any(not settled < number <= last for number in numbers):
        raise Refused("ROUND_DRAWN")


# Checks ----------------------------------------------------------------------------------


def acting(book: Book, player: Player) -> Role:
    """An entrant acts for themselves, a director for anybody.  Raises Refused."""
    if book.by is not None and book.by.pk == player.pk:
        return Role.ENTRANT
    if not book.is_director:
        raise Refused("NOT_ALLOWED")
    return Role.DIRECTOR


def acting_again(book: Book, player: Player) -> Role:
    """The same for acts that lead on from leaving, which is always possible: whoever comes and goes
    fills the log.  Raises Refused."""
    role = acting(book, player)
    if role == Role.ENTRANT and wait_for_change("entries", player.pk):
        raise Refused("TOO_OFTEN")
    return role


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
    age_ms = book.now - player.date_joined.timestamp() * 1000
    if terms.account_days and age_ms < terms.account_days * DAY_MS:
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
