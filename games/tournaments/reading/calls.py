"""What concerns a player in their tournaments right now: where to play, what to do, until when.
The pages and the websocket tell the same."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from django.db.models import Q

from games.table.models import Table
from games.tournaments import terms
from games.tournaments.models import Act, Entrant, Game, Place, Round, Stage, Standing, Tournament
from games.tournaments.reading.results import PENDING, settings_of
from games.tournaments.terms import MINUTE_MS, Terms

ROUND, STATUS = Round.State, Entrant.Status
HIDDEN = (ROUND.DRAWN, ROUND.UNDONE)  # of rounds, from the public
WATCHED_MS = 60 * MINUTE_MS  # so long before the start the page waits for a call
SHOWN_MS = 30 * MINUTE_MS  # so long after the end the result is told on every page
SOON_MS, AT_ONCE_MS = 10 * MINUTE_MS, MINUTE_MS  # before the start (12.4)
MOST = 3  # calls on a page, the most urgent first
# What a director does that entrants are told of (12.4); those about one table or entrant only
# concern those who are in it.
FOR_ALL = ("edit", "pause", "undo", "reopen")
FOR_SOME = ("rule", "void", "restart", "disqualify")


class Kind(StrEnum):
    """What to tell."""

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
    OUT = "out"  # of an elimination, not in the next stage, or disqualified
    OVER = "over"  # nothing is left to play
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What one tournament tells one of its players.  Moments are epoch ms."""

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

    @property
    def key(self) -> str:
        """The same for as long as it calls for the same thing: a sound is played once for each."""
        one = f"{self.round.pk}" if self.round else ""
        act = f"{self.act.number}" if self.act else ""
        minute = "1" if self.kind == Kind.ENTERED and self.sounds else ""
        return f"{self.tournament.code}:{self.kind}{minute}:{one}:{act}"


@dataclass(frozen=True, slots=True)
class Calls:
    """All calls of one player at this moment (epoch ms)."""

    now_ms: int
    calls: list[Call] = field(default_factory=list)
    tournaments: tuple[int, ...] = ()  # those to follow: there may be a call soon

    @property
    def changes_ms(self) -> int | None:
        return min((one.changes_ms for one in self.calls if one.changes_ms), default=None)


def calls_for(player_id: int, now: int) -> Calls:
    """One query for those who have entered nothing; a few more for each tournament."""
    gone = (STATUS.LEFT, STATUS.WITHDRAWN)
    entries = Entrant.objects.filter(player=player_id).exclude(status__in=gone)
    lately = Q(tournament__state__in=("finished", "cancelled"))
    lately &= Q(tournament__ended_ms__gt=now - SHOWN_MS)
    live = Q(tournament__state__in=("announced", "open", "checkin", "running", "paused"))
    entries = entries.filter(live | lately).select_related("tournament").order_by("tournament")
    followed = [(one, terms.resolve(one.tournament.terms)) for one in entries]
    followed = [(one, conditions) for one, conditions in followed if is_near(one, conditions, now)]
    calls = [call for one, conditions in followed if (call := call_of(one, conditions, now))]
    calls = sorted(calls, key=lambda call: not call.sounds)[:MOST]
    return Calls(now, calls, tuple(one.tournament_id for one, _ in followed))


def is_near(entrant: Entrant, conditions: Terms, now: int) -> bool:
    """Has it begun, or does it begin within the hour?  Without a time it may at any moment."""
    if entrant.tournament.state not in ("announced", "open"):
        return True
    begins = conditions.checkin_ms or conditions.starts
    return begins is None or begins - WATCHED_MS <= now


def call_of(entrant: Entrant, conditions: Terms, now: int) -> Call | None:
    """What this tournament tells this entrant now, if anything."""
    state = entrant.tournament.state
    if state in ("announced", "open", "checkin"):
        return before(entrant, conditions, now)
    if state in ("finished", "cancelled"):
        return after(entrant)
    call = Call(tournament=entrant.tournament, entrant=entrant, kind=Kind.BREAK)
    if entrant.status == STATUS.DROPPED:
        started = entrant.tournament.started_ms or 0
        return replace(call, kind=Kind.DROPPED) if now < started + SHOWN_MS else None
    act = last_act(call, now)
    if entrant.status == STATUS.DISQUALIFIED:
        return replace(call, kind=Kind.OUT, act=act) if act else None
    if entrant.status != STATUS.PLAYING:
        return None
    in_it = in_round(call, conditions, now)
    if in_it and state == "paused":  # the time comes back afterwards
        in_it = replace(in_it, until_ms=None, changes_ms=None)
    return replace(in_it, act=act) if in_it else None


def after(entrant: Entrant) -> Call | None:
    """It is over, or cancelled."""
    t = entrant.tournament
    if t.state == "cancelled":
        act = t.acts.filter(act="cancel").order_by("-number").first()
        return Call(tournament=t, entrant=entrant, kind=Kind.CANCELLED, act=act, sounds=True)
    if entrant.status != STATUS.PLAYING:
        return None
    place = last_place(entrant)
    rank = rank_in(place.round.stage, entrant) if place else None
    return Call(tournament=t, entrant=entrant, kind=Kind.OVER, rank=rank)


def before(entrant: Entrant, conditions: Terms, now: int) -> Call | None:
    """Check-in, and the last ten minutes before the start."""
    t, starts = entrant.tournament, conditions.starts
    call = Call(tournament=t, entrant=entrant, kind=Kind.ENTERED, until_ms=starts)
    if t.state == "checkin" and not entrant.arrived:
        return replace(call, kind=Kind.CHECKIN, sounds=True)
    if t.state == "announced" or starts is None or starts - SOON_MS > now:
        return None
    last_minute = starts - AT_ONCE_MS
    return replace(
        call, sounds=now >= last_minute, changes_ms=last_minute if now < last_minute else None
    )


def in_round(call: Call, conditions: Terms, now: int) -> Call | None:
    """Where this entrant plays, or what they wait for."""
    t, place = call.tournament, last_place(call.entrant)
    if place is not None:
        call = replace(call, place=place, round=place.round)
    if place and place.pairing and place.pairing.status in PENDING and not call.entrant.away:
        return at_table(call, conditions, now)
    arena = t.stages.filter(state=Stage.State.RUNNING).exclude(ends_ms=None).first()
    if call.entrant.away:
        return replace(call, kind=Kind.RESTING if arena else Kind.AWAY, sounds=not arena)
    if t.state == "paused":
        return replace(call, kind=Kind.PAUSED)
    if arena is not None:
        return replace(call, kind=Kind.WAITING, until_ms=arena.ends_ms)
    if place is None:
        return call
    if place.round.state != ROUND.COMPLETE:
        return replace(call, kind=Kind.DONE if place.pairing else Kind.FREE)
    stage, ended = place.round.stage, place.round.ended_ms or 0
    call = replace(call, rank=rank_in(stage, call.entrant))
    if is_decided(stage):
        return replace(call, kind=Kind.OVER)
    if is_out(stage, call.rank):
        return replace(call, kind=Kind.OUT) if now < ended + SHOWN_MS else None
    due = t.due_ms if stage.state == Stage.State.RUNNING else None
    return replace(call, until_ms=due if due and due > now else None)


def is_decided(stage: Stage) -> bool:
    """Is nothing left to play, in this stage and after it?"""
    later = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    return stage.state == Stage.State.OVER and not later.exists()


def is_out(stage: Stage, rank: int | None) -> bool:
    """Have others gone on without them after their last round in this stage?"""
    if stage.state == Stage.State.RUNNING:
        return rank is not None and settings_of(stage).is_elimination
    begun = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    return begun.exclude(state=Stage.State.WAITING).exists()


def last_place(entrant: Entrant) -> Place | None:
    """What this entrant does in the last round that everybody may see."""
    places = Place.objects.filter(entrant=entrant).exclude(round__state__in=HIDDEN)
    places = places.select_related("round__stage", "pairing")
    return places.order_by("-round__stage__number", "-round__number").first()


def at_table(call: Call, conditions: Terms, now: int) -> Call:
    """Their table opens soon, waits for them, or is being played at."""
    one, pairing = call.round, call.place.pairing if call.place else None
    assert one is not None and pairing is not None
    beside = pairing.places.exclude(entrant=call.entrant).order_by("seat")
    others = tuple(beside.values_list("entrant__player__name", flat=True))
    call = replace(call, others=others)
    games = Game.objects.filter(pairing=pairing, void=False)
    game = games.select_related("table").order_by("number").last()
    if game is None:
        opens = one.begins_ms if one.state == ROUND.PUBLISHED else None
        return replace(call, kind=Kind.PAIRED, until_ms=opens, sounds=True)
    call = replace(call, table=game.table, kind=Kind.PLAYING)
    if game.table.status != "open":
        return call
    grace_s = conditions.grace_in(one.stage.settings["format"])
    ends, last_call = game.opened_ms + grace_s * 1000, game.opened_ms + grace_s * 500
    if now < last_call:
        return replace(call, kind=Kind.READY, until_ms=ends, changes_ms=last_call, sounds=True)
    late = ends if now < ends else None
    return replace(call, kind=Kind.LAST_CALL, until_ms=late, changes_ms=late, sounds=True)


def rank_in(stage: Stage, entrant: Entrant) -> int | None:
    """Their place in the last standing of this stage."""
    last = stage.standings.order_by("-after").values_list("pk", flat=True).first()
    if last is None:
        return None
    return ranks(last, entrant.tournament.last_hash, stage.restate_from).get(entrant.number)


@lru_cache(maxsize=16)
def ranks(standing: int, last_hash: str, restate_from: int | None) -> dict[int, int | None]:
    """The places of a standing, which is as it was until the next act or until it is computed
    anew: after a round all entrants ask at once."""
    rows = Standing.objects.values_list("rows", flat=True).get(pk=standing)
    return {row["entrant"]: row["place"] for row in rows}


def last_act(call: Call, now: int) -> Act | None:
    """The last act of a director in half an hour, if it concerns this player."""
    acts = Act.objects.filter(tournament=call.tournament, at_ms__gt=now - SHOWN_MS)
    acts = acts.filter(role="director", act__in=(*FOR_ALL, *FOR_SOME)).order_by("-number")
    return next((act for act in acts[:20] if concerns(act, call)), None)


def concerns(act: Act, call: Call) -> bool:
    if act.act in FOR_ALL or act.args.get("entrant") == call.entrant.number:
        return True
    number = act.args.get("pairing")
    if number is None:
        return False
    seats = Place.objects.filter(entrant=call.entrant, pairing__number=number)
    round_number, stage = act.args["round"], act.args["stage"]
    return seats.filter(round__number=round_number, round__stage__number=stage).exists()
