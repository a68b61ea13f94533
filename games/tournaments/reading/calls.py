"""Calls to a player in their tournaments: where to play, what to do, until when.  Pages and the
websocket show the same calls."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby

from django.db.models import Q, QuerySet

from games.table.models import Table
from games.tournaments.acts import ENDED
from games.tournaments.declared import MINUTE_MS
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing, Place, Round, Stage, Tournament
from games.tournaments.reading.record import PENDING
from games.tournaments.reading.situation import SHOWN_MS, Situation

ROUND, STATUS = Round.State, Entrant.Status
WATCHED_MS = 60 * MINUTE_MS  # the page waits for a call this long before the start
SOON_MS, AT_ONCE_MS = 10 * MINUTE_MS, MINUTE_MS  # before the start (12.4)
MOST = 3  # calls on a page, the most urgent first


class Kind(StrEnum):
    """The kinds of calls."""

    CHECKIN = "checkin"  # check in, until the start
    ENTERED = "entered"  # it begins soon
    DROPPED = "dropped"  # did not check in
    PAIRED = "paired"  # the table opens at `until_ms`
    READY = "ready"  # come to the table, until the end of the grace
    LAST_CALL = "last call"  # the same after half of the grace
    PLAYING = "playing"  # at a table
    FREE = "free"  # without a table in this round
    DONE = "done"  # their game is over, the round goes on
    BREAK = "break"  # between two rounds
    WAITING = "waiting"  # for a table of an arena, until it ends
    RESTING = "resting"  # takes a break from an arena
    AWAY = "away"  # did not come, and is not drawn until back
    PAUSED = "paused"
    OUT = "out"  # out of an elimination, not in the next stage, or disqualified
    OVER = "over"  # nothing is left to play
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of one tournament to one of its players.  Moments are epoch ms."""

    tournament: Tournament
    entrant: Entrant
    kind: Kind
    until_ms: int | None = None  # counted down to
    changes_ms: int | None = None  # when it changes although nothing happens
    round: Round | None = None
    place: Place | None = None  # in this round
    others: tuple[str, ...] = ()  # at the same table
    table: Table | None = None
    rank: int | None = None  # in the last standing
    act: Act | None = None  # the last one of a director, if it concerns this player
    sounds: bool = False
    elsewhere: Tournament | None = None  # called to a table there before (17.6)

    @property
    def key(self) -> str:
        """A key that stays the same as long as the call does, so that a sound is played once for
        each call."""
        of_round = f"{self.round.pk}" if self.round else ""
        act = f"{self.act.number}" if self.act else ""
        minute = "1" if self.kind == Kind.ENTERED and self.sounds else ""
        return f"{self.tournament.code}:{self.kind}{minute}:{of_round}:{act}"


@dataclass(slots=True)
class Calls:
    """The calls of one player at a moment, `now_ms` (epoch ms), the most urgent first."""

    now_ms: int
    calls: list[Call] = field(default_factory=list)
    tournaments: set[int] = field(default_factory=set)  # to follow: a call may come soon

    @property
    def changes_ms(self) -> int | None:
        return min((one.changes_ms for one in self.calls if one.changes_ms), default=None)

    def add(self, tournament: Tournament, call: Call | None) -> None:
        """Add this player's call in a tournament, if any, and follow the tournament, because a call
        may come soon."""
        self.tournaments.add(tournament.pk)
        if call is not None:
            self.calls.append(call)

    def arrange(self) -> None:
        """Sort the calls, those that sound first.  A call to another table names the tournament at
        whose table the player already sits."""
        tables = [call for call in self.calls if call.table is not None]
        for at, call in enumerate(self.calls):
            if call.kind == Kind.PAIRED and tables:
                self.calls[at] = replace(call, elsewhere=tables[0].tournament)
        self.calls = sorted(self.calls, key=lambda call: not call.sounds)[:MOST]


def calls_for(players: Collection[int], now: int) -> dict[int, Calls]:
    """The calls by player (ids).  Takes one query if the players have entered nothing; otherwise a
    few more for each tournament, however many of the players are in it."""
    entries = entries_at(now).filter(player__in=players)
    entries = entries.select_related("tournament").order_by("tournament")
    calls_of = {player: Calls(now) for player in players}
    for _, together in groupby(entries, key=lambda entrant: entrant.tournament_id):
        entrants = list(together)
        at = Situation(entrants[0].tournament, [entrant.pk for entrant in entrants], now)
        if is_near(at):
            for entrant in entrants:
                calls_of[entrant.player_id].add(at.tournament, call_of(at, entrant))
    for calls in calls_of.values():
        calls.arrange()
    return calls_of


def entries_at(now: int) -> QuerySet[Entrant]:
    """The entries of a player in tournaments that may call the player at this moment."""
    gone = (STATUS.LEFT, STATUS.WITHDRAWN)
    lately = Q(tournament__state__in=ENDED)
    lately &= Q(tournament__ended_ms__gt=now - SHOWN_MS)
    live = Q(tournament__state__in=("announced", "open", "checkin", "running", "paused"))
    return Entrant.objects.exclude(status__in=gone).filter(live | lately)


def is_near(at: Situation) -> bool:
    """Whether the tournament has begun, or begins within the hour.  Without a start time it may
    begin at any moment."""
    if at.tournament.state not in ("announced", "open"):
        return True
    begins = at.terms.checkin_ms or at.terms.starts
    return begins is None or begins - WATCHED_MS <= at.now


def call_of(at: Situation, entrant: Entrant) -> Call | None:
    """The call of this tournament to this entrant now, if any."""
    state = at.tournament.state
    if state in ("announced", "open", "checkin"):
        return before(at, entrant)
    if state in ENDED:
        return after(at, entrant)
    call = Call(tournament=at.tournament, entrant=entrant, kind=Kind.BREAK)
    if entrant.status == STATUS.DROPPED:
        started = at.tournament.started_ms or 0
        return replace(call, kind=Kind.DROPPED) if at.now < started + SHOWN_MS else None
    if entrant.status == STATUS.DISQUALIFIED:
        act = at.last_act(entrant)
        return replace(call, kind=Kind.OUT, act=act) if act else None
    if entrant.status != STATUS.PLAYING:
        return None
    in_it = in_round(at, call)
    if in_it and state == "paused":  # the time comes back afterwards
        in_it = replace(in_it, until_ms=None, changes_ms=None)
    return replace(in_it, act=at.last_act(entrant)) if in_it else None


def after(at: Situation, entrant: Entrant) -> Call | None:
    """The call after the end of a tournament: it is over, or cancelled."""
    call = Call(tournament=at.tournament, entrant=entrant, kind=Kind.OVER)
    if at.tournament.state == "cancelled":
        return replace(call, kind=Kind.CANCELLED, act=at.cancelled, sounds=True)
    if entrant.status != STATUS.PLAYING:
        return None
    place = at.places.get(entrant.pk)
    return replace(call, rank=at.rank_in(place.round.stage, entrant) if place else None)


def before(at: Situation, entrant: Entrant) -> Call | None:
    """The call before the start: check-in, and the last ten minutes."""
    t, starts = at.tournament, at.terms.starts
    call = Call(tournament=t, entrant=entrant, kind=Kind.ENTERED, until_ms=starts)
    if t.state == "checkin" and not entrant.arrived:
        return replace(call, kind=Kind.CHECKIN, sounds=True)
    if t.state == "announced" or starts is None or starts - SOON_MS > at.now:
        return None
    last_minute = starts - AT_ONCE_MS
    is_last = at.now >= last_minute
    return replace(call, sounds=is_last, changes_ms=None if is_last else last_minute)


def in_round(at: Situation, call: Call) -> Call | None:
    """The call during a round: to a table, or to wait."""
    place = at.places.get(call.entrant.pk)
    if place is not None:
        call = replace(call, place=place, round=place.round)
    if place and place.pairing and place.pairing.status in PENDING and not call.entrant.away:
        return at_table(at, call, place.round, place.pairing)
    if call.entrant.away:
        return replace(call, kind=Kind.RESTING if at.arena else Kind.AWAY, sounds=not at.arena)
    if at.tournament.state == "paused":
        return replace(call, kind=Kind.PAUSED)
    if at.arena is not None:
        return replace(call, kind=Kind.WAITING, until_ms=at.arena.ends_ms)
    if place is None:
        return call
    if place.round.state != ROUND.COMPLETE:
        return replace(call, kind=Kind.DONE if place.pairing else Kind.FREE)
    stage, ended = place.round.stage, place.round.ended_ms or 0
    call = replace(call, rank=at.rank_in(stage, call.entrant))
    if at.is_decided(stage):
        return replace(call, kind=Kind.OVER)
    if at.is_out(stage, call.rank):
        return replace(call, kind=Kind.OUT) if at.now < ended + SHOWN_MS else None
    due = at.tournament.due_ms if stage.state == Stage.State.RUNNING else None
    return replace(call, until_ms=due if due and due > at.now else None)


def at_table(at: Situation, call: Call, round_: Round, pairing: Pairing) -> Call:
    """The call to a table that opens soon, waits for the player, or is being played at."""
    beside = at.seated[pairing.pk].items()
    others = tuple(name for entrant, name in beside if entrant != call.entrant.pk)
    call = replace(call, others=others)
    game = at.games.get(pairing.pk)
    if game is None:
        opens = round_.begins_ms if round_.state == ROUND.PUBLISHED else None
        return replace(call, kind=Kind.PAIRED, until_ms=opens, sounds=True)
    call = replace(call, table=game.table, kind=Kind.PLAYING)
    if game.table.status != "open":
        return call
    grace_s = at.terms.grace_in(round_.stage.format)
    ends, last_call = game.opened_ms + grace_s * 1000, game.opened_ms + grace_s * 500
    if at.now < last_call:
        return replace(call, kind=Kind.READY, until_ms=ends, changes_ms=last_call, sounds=True)
    late = ends if at.now < ends else None
    return replace(call, kind=Kind.LAST_CALL, until_ms=late, changes_ms=late, sounds=True)
