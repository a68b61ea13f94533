"""Entries (section 2).  Each function is one act of the entrant, or of a director for them;
all raise Refused."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from games.accounts.callers import Caller
from games.accounts.models import Player
from games.limits.declared import ENTRIES
from games.table import refusals as table_refusals
from games.table.clock import now_ms
from games.table.models import Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments import terms
from games.tournaments.acts import LIVE, Role, State
from games.tournaments.models import Entrant, Place, Round, Seed, Stage, Tournament
from games.tournaments.reading.record import annulled, settings_of
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import missed, unpaired
from games.tournaments.scoring.record import Kind, Unpaired
from games.tournaments.writer import arena
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import annul, restate
from games.tournaments.writer.stage_play import play_of

DAY_MS = 24 * 3600 * 1000
ENTROPY = 32  # hex digits
LONGEST_STAGE = 200  # rounds, where their number is not set
NOT_IN = (Entrant.Status.LEFT, Entrant.Status.DROPPED)
BEFORE = (State.OPEN, State.CHECKIN)
STATUS = Entrant.Status
CAN_ENTER_LATE = (STATUS.LEFT, STATUS.WAITING)  # entrants who may enter late


def enter(order: Order, player: Player, *, entropy: str = "") -> Entrant:
    """Enter a player, or put them on the waiting list.  During check-in they also check in (2.3);
    in a Swiss or an arena that has begun it is a late entry (2.4, 5.8.1)."""
    with acting(order) as ledger:
        return admit(ledger, player, entropy)


def enter_caller(tournament: Tournament, caller: Caller, *, entropy: str = "") -> Entrant:
    """Enter the caller, who becomes a guest if they are a stranger and may enter.  Raises
    TooMany."""
    if caller.player is None:
        verify_welcome(Ledger(tournament, None, now_ms()), Player(is_guest=True), Role.ENTRANT)
    player = caller.admit()
    return enter(Order(tournament.pk, player), player, entropy=entropy)


def admit(ledger: Ledger, player: Player, entropy: str = "") -> Entrant:
    """Enter a player in an open transaction.  Raises Refused."""
    role = paced_role(ledger, player)
    verify_welcome(ledger, player, role)
    if entropy and (len(entropy) != ENTROPY or set(entropy) - set("0123456789abcdef")):
        raise Refused("BAD_ENTROPY")
    former = ledger.tournament.entrants.filter(player=player).first()
    is_late = ledger.state in LIVE
    if former is not None and former.status not in (CAN_ENTER_LATE if is_late else NOT_IN):
        raise Refused("ENTERED")
    if ledger.state not in BEFORE and not is_late:
        raise Refused("TOO_LATE")
    number = former.number if former else ledger.tournament.entrants.count() + 1
    ledger.act("enter", {"entrant": number}, role=role)
    entrant = former or Entrant(
        tournament=ledger.tournament, player=player, number=number, entered_ms=ledger.now
    )
    entrant.entropy = entropy
    if is_late:
        stage, next_round = late_stage(ledger)
        entrant.status, entrant.away = STATUS.PLAYING, False
        entrant.save()
        join(ledger, stage, entrant, missed(settings_of(stage), number, next_round))
        return entrant
    is_full = free_places(ledger.tournament) == 0
    entrant.status = STATUS.WAITING if is_full else STATUS.ENTERED
    entrant.arrived = ledger.state == State.CHECKIN
    entrant.save()
    return entrant


def leave(order: Order, player: Player) -> Entrant:
    """Cancel an entry before the start; the first of the waiting list moves up."""
    with acting(order) as ledger:
        entrant = entrant_of(ledger, player)
        args = {"entrant": entrant.number}
        ledger.act("leave", args, role=role_for(ledger, player))
        had_place = entrant.status == STATUS.ENTERED
        save(entrant, status=STATUS.LEFT, arrived=False)
        next_up = (
            ledger.tournament.entrants.filter(status=STATUS.WAITING).order_by("number").first()
        )
        if had_place and next_up is not None:
            save(next_up, status=STATUS.ENTERED)
    return entrant


def arrive(order: Order, player: Player) -> Entrant:
    """Check in (2.3)."""
    with acting(order) as ledger:
        entrant = entrant_of(ledger, player)
        args = {"entrant": entrant.number}
        ledger.act("arrive", args, role=paced_role(ledger, player))
        save(entrant, arrived=True)
    return entrant


def withdraw(order: Order, player: Player) -> Entrant:
    """Leave for good; results stay (2.7)."""
    with acting(order) as ledger:
        role = role_for(ledger, player)
        return depart(ledger, player, "withdraw", STATUS.WITHDRAWN, role)


def disqualify(order: Order, player: Player) -> Entrant:
    """Exclude an entrant for good, without a place (2.8)."""
    with acting(order) as ledger:
        out, role = STATUS.DISQUALIFIED, ledger.role()
        return depart(ledger, player, "disqualify", out, role)


def depart(
    ledger: Ledger,
    player: Player,
    act: str,
    status: str,
    role: Role,
) -> Entrant:
    entrant = entrant_of(ledger, player)
    args = {"entrant": entrant.number}
    if role == Role.DIRECTOR:
        args |= ledger.own(table_mates(entrant))
    left = ledger.act(act, args, role=role)
    save(entrant, status=status)
    stage = ledger.stage
    if stage is not None and entrant.number in annulled(stage):
        annul(ledger, stage, entrant, left)
    resign_running(ledger, player)
    if status == STATUS.DISQUALIFIED:
        for begun in ledger.tournament.stages.exclude(state="waiting"):
            restate(begun)
    return entrant


def table_mates(entrant: Entrant) -> set[int]:
    """The players at the present table of this entrant."""
    mine = Place.objects.filter(entrant=entrant, pairing__status="open")
    mine = mine.exclude(round__state="undone")
    beside = Place.objects.filter(pairing__in=mine.values("pairing"))
    return set(beside.values_list("entrant__player", flat=True))


def resign_running(ledger: Ledger, player: Player) -> None:
    """Resign the unfinished game of a player who leaves."""
    running = Table.objects.running().filter(
        seats__player=player, tournament_game__pairing__round__stage__tournament=ledger.tournament
    )
    for table in running:
        with suppress(table_refusals.Refused):  # they are out of it, or it is over
            play.resign(TableOrder(table.pk, player, now=ledger.now))


def come_back(order: Order, player: Player) -> Entrant:
    """Come back after a withdrawal, a no-show, or a missed check-in (2.3, 2.6, 2.7)."""
    with acting(order) as ledger:
        entrant = entrant_of(ledger, player, gone_too=True)
        is_away = entrant.away and entrant.status == STATUS.PLAYING
        if not is_away and entrant.status not in (STATUS.WITHDRAWN, STATUS.DROPPED):
            raise Refused("STATE")
        if ledger.stage is not None and entrant.number in annulled(ledger.stage):
            raise Refused("ANNULLED")
        role = paced_role(ledger, player)
        ledger.act("return", {"entrant": entrant.number}, role=role)
        if entrant.status == STATUS.DROPPED:
            stage, next_round = late_stage(ledger)
            absent = unpaired(settings_of(stage), entrant.number, Kind.ABSENT)
            join(ledger, stage, entrant, [absent] * (next_round - 1))
        save(entrant, status=STATUS.PLAYING, away=False)
        if ledger.stage is not None and ledger.stage.state == Stage.State.RUNNING:
            play_of(ledger.stage).welcome_back(ledger.stage, entrant, ledger.now)
    return entrant


def pause(order: Order, player: Player) -> Entrant:
    """Take a break in an arena, until `come_back` (5.8.4)."""
    with acting(order) as ledger:
        entrant = entrant_of(ledger, player)
        if arena.running(ledger) is None or entrant.away or entrant.status != STATUS.PLAYING:
            raise Refused("STATE")
        args = {"entrant": entrant.number, "rounds": [], "kind": str(Kind.ABSENT)}
        ledger.act("absent", args, role=role_for(ledger, player))
        save(entrant, away=True)
    return entrant


def late_stage(ledger: Ledger) -> tuple[Stage, int]:
    """The stage that is still open for late entries, a Swiss in its first half or an arena, and the
    first round that is not missed (2.4).  Raises Refused."""
    stage = ledger.stage
    if stage is None or stage.number > 1 or stage.state != Stage.State.RUNNING:
        raise Refused("TOO_LATE")
    s = settings_of(stage)
    next_round = play_of(stage).first_round(stage)
    if not s.format.may_enter(s, next_round):
        raise Refused("TOO_LATE")
    playing = ledger.tournament.entrants.filter(status=STATUS.PLAYING).count()
    most = ledger.terms.most_entrants or playing + 1
    if playing >= most or stage.field.count() >= s.format.largest(s):
        raise Refused("FULL")
    return stage, next_round


def can_join(tournament: Tournament) -> bool:
    """Whether late entries are still possible."""
    if tournament.state not in LIVE:
        return False
    try:
        late_stage(Ledger(tournament, None, 0))
    except Refused:
        return False
    return True


def join(ledger: Ledger, stage: Stage, entrant: Entrant, missed: Sequence[Unpaired]) -> None:
    """Give a late entrant the next free seed; `missed` are the rounds before."""
    Seed.objects.create(stage=stage, entrant=entrant, number=stage.field.count() + 1)
    play_of(stage).join(ledger, stage, entrant, missed)


def miss(order: Order, player: Player, *, rounds: Sequence[int], kind: str = Kind.HALF) -> Entrant:
    """Announce absences from rounds of the running stage, all at once (2.5).  A `half` counts while
    the entrant has some left; a director may also give `full` points or none (`absent`)."""
    with acting(order) as ledger:
        entrant = entrant_of(ledger, player)
        role = paced_role(ledger, player)
        if kind != Kind.HALF and (role != Role.DIRECTOR or kind not in (Kind.FULL, Kind.ABSENT)):
            raise Refused("NOT_ALLOWED")
        numbers = sorted(set(rounds))
        args = {"entrant": entrant.number, "rounds": numbers, "kind": str(kind)}
        ledger.act("absent", args, role=role)
        verify_ahead(ledger, numbers, role)
        others = {number: one for number, one in entrant.misses.items() if one != kind}
        new = {str(number): str(kind) for number in numbers}
        save(entrant, misses=others | new if role == Role.DIRECTOR else new | others)
    return entrant


def verify_ahead(ledger: Ledger, numbers: Sequence[int], role: Role) -> None:
    """Check that these rounds of the running stage are not drawn yet; a director, who can draw
    again, may also choose one that has not begun.  Raises Refused."""
    stage = ledger.stage
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


def role_for(ledger: Ledger, player: Player) -> Role:
    """The role of the caller: entrants act for themselves, directors for anybody.  Raises
    Refused."""
    if ledger.by is not None and ledger.by.pk == player.pk:
        return Role.ENTRANT
    if not ledger.is_director:
        raise Refused("NOT_ALLOWED")
    return Role.DIRECTOR


def paced_role(ledger: Ledger, player: Player) -> Role:
    """The role of the caller for acts that are limited in number, so that nobody fills the log by
    coming and going; leaving is always possible.  Raises Refused."""
    role = role_for(ledger, player)
    if role == Role.ENTRANT and not ENTRIES.take(player.pk):
        raise Refused("TOO_OFTEN")
    return role


def entrant_of(ledger: Ledger, player: Player, *, gone_too: bool = False) -> Entrant:
    """The entrant whom an order concerns.  Raises Refused."""
    entrant = ledger.tournament.entrants.filter(player=player).first()
    if entrant is None or (entrant.status in NOT_IN and not gone_too):
        raise Refused("NOT_ENTERED")
    return entrant


def verify_welcome(ledger: Ledger, player: Player, role: Role) -> None:
    """Check that this player may enter (1.5, 2.1).  Raises Refused."""
    terms = ledger.terms
    if not player.is_active:
        raise Refused("BANNED")
    if player.is_bot and not (terms.bots and role == Role.DIRECTOR):
        raise Refused("BOTS")
    if player.is_guest and not terms.guests:
        raise Refused("GUESTS")
    circle = ledger.tournament.circle
    is_for_members = terms.audience != "open" and not player.is_bot
    if is_for_members and not (circle and circle.members.filter(player=player.pk).exists()):
        raise Refused("MEMBERS")
    if role == Role.DIRECTOR:
        return
    if terms.invited and player.pk not in terms.invited:
        raise Refused("NOT_INVITED")
    age_ms = ledger.now - player.date_joined.timestamp() * 1000
    if terms.account_days and age_ms < terms.account_days * DAY_MS:
        raise Refused("TOO_NEW")
    if terms.games_played:
        played = Seat.objects.played_by(player.pk)[: terms.games_played].count()
        if played < terms.games_played:
            raise Refused("TOO_FEW_GAMES")


def free_places(tournament: Tournament) -> int | None:
    """The number of free places; None: any number."""
    most = terms.resolve(tournament.terms).most_entrants
    taken = tournament.entrants.filter(status=STATUS.ENTERED)
    return None if most is None else max(0, most - taken.count())


def save(entrant: Entrant, **values: Any) -> None:
    for name, value in values.items():
        setattr(entrant, name, value)
    entrant.save(update_fields=list(values))
