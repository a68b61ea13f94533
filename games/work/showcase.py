"""Tournaments of a demo site: a finished one, an arena of bots that always runs, a cup that starts
soon after somebody has entered, and a weekly one with the same cards at all tables.

These tournaments are played like all others.  The site's own shows, which are games of bots and an
arena, sleep while nobody watches: they stop as if a director had paused them, and continue from the
same position."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import QuerySet
from redis.exceptions import RedisError

from games.accounts.bots import bot_player
from games.accounts.models import Player
from games.accounts.names import fold
from games.bus import presence, valkey
from games.rules.catalogue import BOTS
from games.table import clock
from games.table.clock import moment
from games.table.models import Table
from games.table.reasons import Reason
from games.table.writer import arranged, play
from games.tournaments.acts import ALIVE
from games.tournaments.models import BOT_ARENA, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from games.work import demo
from games.work.demo import AHEAD_MS, KEPT, LONGEST_MS
from games.work.tables import wishes

DESK = "showcase"  # the username of the director
PAST, ARENA, CUP = "Opening tournament", BOT_ARENA, "Newcomers’ cup"
WEEKLY = "Weekly duplicate"
FOUR = {"game": "ww3", "size": 4, "rounds": 3}
SAME_CARDS = FOUR | {"deals": "duplicate"}
WAR = {"format": "arena", "game": "war", "options": "cap=100;pace=auto"}
ABOUT_ARENA = "Enter, and you play at once, as often as you like."
ABOUT_CUP = "Enter, and it starts two minutes later. Bots take the other seats."
ABOUT_WEEKLY = (
    "All tables play the same cards: you are compared with those who had your seat at the other "
    "tables. Every Saturday at 18:00 UTC. Bots take the other seats."
)
HOUR_MS = 3_600_000
SATURDAY, HOUR = 5, 18  # UTC
WAIT_MS = 2 * 60_000  # from the first person who enters to the start
PORTION = 10  # forgotten at once


def fill(now: int) -> Tournament | None:
    """Play a tournament of bots at tables of four to its end, unless the site already has one."""
    if Tournament.objects.filter(name=PAST, created_by__username=DESK).exists():
        return None
    bots = different_bots(FOUR, 8)
    with transaction.atomic():  # invisible to workers until it is over
        return play_through(now - 24 * HOUR_MS, bots)


def play_through(at: int, bots: Sequence[Player]) -> Tournament:
    """Play a whole tournament, with its start at this moment (epoch ms)."""
    terms = {"call_s": 0, "break_s": 0, "hold_min": 0}
    past = open_event(PAST, FOUR | {"options": "cap=20"}, bots, at, terms)
    life.start(Order(past.pk, desk(), now=at))
    own = Table.objects.filter(tournament_game__pairing__round__stage__tournament=past)
    while (due := automation.advance(tournament=past.pk, now=at)) or own.running():
        for table in own.running():
            play.play_out(table=table, decide=wishes, until=at + LONGEST_MS)
        at = max(at + LONGEST_MS, due or 0)
    return past


def keep_tournaments() -> None:
    """Make sure that an arena runs, and that a cup and the weekly duplicate are open for
    entries."""
    if not settings.SHOW_TOURNAMENTS:
        return
    now = clock.now_ms()
    own = Tournament.objects.filter(created_by__username=DESK, state__in=ALIVE)
    alive = {tournament.name: tournament for tournament in own}
    for tournament in alive.values():
        if tournament.question:
            life.cancel(Order(tournament.pk, desk(), reason=Reason.STUCK, now=now))
    if ARENA not in alive:
        begin_arena(now, different_bots(WAR, 5))
    if CUP not in alive:
        quick = {"call_s": 20, "break_s": 30, "grace_s": 60, "hold_min": 1}
        open_event(CUP, FOUR, different_bots(FOUR, 7), now, quick, ABOUT_CUP)
    else:
        call(alive[CUP], now)
    if WEEKLY not in alive:
        bots, terms = different_bots(SAME_CARDS, 7), {"starts": next_saturday(now)}
        open_event(WEEKLY, SAME_CARDS, bots, now, terms, ABOUT_WEEKLY)


@transaction.atomic
def begin_arena(now: int, bots: Sequence[Player]) -> None:
    """Open the arena with its beginning already played, as for the games of bots."""
    began = now - AHEAD_MS
    arena = open_event(ARENA, WAR, bots, began, {}, ABOUT_ARENA)
    life.start(Order(arena.pk, desk(), now=began))
    automation.advance(tournament=arena.pk, now=began)
    for table in arena.unfinished_tables():
        play.play_ahead(table=table.pk, decide=wishes, until=now)


def next_saturday(now: int) -> int:
    """The next Saturday evening after this moment, in epoch ms."""
    today = moment(now).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    at = today + timedelta(days=(SATURDAY - today.weekday()) % 7)
    if at <= moment(now):
        at += timedelta(days=7)
    return int(at.timestamp() * 1000)


def call(cup: Tournament, now: int) -> None:
    """Schedule the start of the cup, if anybody has entered it."""
    people = cup.entrants.filter(status="entered", player__is_bot=False)
    if cup.state == "open" and cup.terms.get("starts") is None and people.exists():
        life.edit(
            Order(cup.pk, desk(), reason=Reason.SOMEBODY_ENTERED, now=now),
            changes={"starts": now + WAIT_MS},
        )


def arenas() -> QuerySet[Tournament]:
    """Arenas of bots that are running or asleep."""
    own = Tournament.objects.filter(created_by__username=DESK, name=ARENA)
    return own.filter(state__in=("running", "paused"))


def forget(*, at: datetime) -> None:
    """Delete old tournaments with bots only; tournaments with entries of people are kept for
    ever."""
    own = Tournament.objects.filter(created_by__username=DESK).exclude(name=PAST)
    old = own.filter(ended_ms__lt=(at - KEPT).timestamp() * 1000)
    for tournament in old.among_site_bots().order_by("pk")[:PORTION]:
        life.forget(tournament)  # its tables are never rated, so no ledger needs them


def open_event(
    name: str,
    stage: Mapping[str, Any],
    bots: Sequence[Player],
    now: int,
    terms: Mapping[str, Any],
    description: str = "",
) -> Tournament:
    """Open a tournament, and enter these bots."""
    by = desk()
    made = life.create(
        by=by,
        name=name,
        description=description,
        terms={"bots": True, **terms},
        stages=[stage],
        now=now,
    )
    life.announce(Order(made.pk, by, now=now))
    life.open_entries(Order(made.pk, by, now=now))
    for bot in bots:
        entries.enter(Order(made.pk, by, now=now), bot)
    return made


def different_bots(stage: Mapping[str, Any], number: int) -> Sequence[Player]:
    """Return `number` different bots for this stage, of all levels in turn.  Call this before a
    transaction, because it may create bots (see `demo.make_bots`)."""
    levels, bots = list(BOTS[stage["game"]].levels), list[Player]()
    for at in range(number):
        taken = [bot.pk for bot in bots]
        bots.append(bot_player(levels[at % len(levels)], taken, stage["game"]))
    return bots


def desk() -> Player:
    """The director of the shows, an account without a password."""
    player = Player.objects.filter(username=DESK).first()
    if player is None:
        name = "Tournament desk"
        player = Player(username=DESK, name=name, name_key=fold(name), is_staff=True)
        player.set_unusable_password()
        player.save()
        player.user_permissions.add(Permission.objects.get(codename="direct_tournament"))
    return player


# All that is shown, tables between bots included -----------------------------------------


def keep_going() -> None:
    """Keep the shows running, asleep or awake.  Beat calls this every few seconds, and a visit to a
    show does so at once."""
    demo.keep_showing()
    keep_tournaments()
    with suppress(RedisError, OSError):
        sleep_or_wake()


def sleep_or_wake() -> None:
    redis = valkey.client()
    games, running = list(demo.shows().running()), list(arenas())
    tables = [table for arena in running for table in arena.unfinished_tables()]
    every = [table.pk for table in (*games, *tables)]
    is_watched = presence.is_watched(redis, every, clock.now_ms())
    for table in games:
        turn_table(table, is_watched)
    for arena in running:
        turn_arena(arena, is_watched)
    presence.note_asleep(redis, [] if is_watched else every)


def turn_table(table: Table, is_watched: bool) -> None:
    if is_watched and table.paused_ms is not None:
        arranged.resume(table=table.pk)
    if not is_watched and table.paused_ms is None:
        arranged.pause(table=table.pk, reason=Reason.NOBODY_WATCHES)


def turn_arena(arena: Tournament, is_watched: bool) -> None:
    with suppress(Refused):  # another worker was quicker
        director = desk()
        if is_watched and arena.state == "paused":
            life.resume(Order(arena.pk, director))
        if not is_watched and arena.state == "running":
            life.pause(Order(arena.pk, director, reason=Reason.NOBODY_WATCHES), tables=True)
