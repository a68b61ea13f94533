"""Tournaments that are held again: every week at the same local time, or once more."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.formats import date_format

from games.accounts.models import Player
from games.accounts.preferences import preferred_by
from games.relations.circles import Circle
from games.table.clock import moment
from games.tournaments import terms
from games.tournaments.acts import ENDED, Role, State
from games.tournaments.declared import declared, to_json
from games.tournaments.models import Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order, lock
from games.tournaments.writer.stages import resolve

WEEK, LATE = timedelta(days=7), timedelta(days=30)
KEPT = [key for key, setting in declared(Settings).items() if setting.kept]


def hold_again(now: int) -> None:
    """Announce the next event of each weekly tournament that is over."""
    since = now - int(LATE.total_seconds() * 1000)
    over = Tournament.objects.filter(ended_ms__gt=since, terms__has_key="weekly")
    for row in over.exclude(terms__weekly="").order_by("pk"):
        with transaction.atomic():
            last = lock(row.pk)
            if not last.terms["weekly"] or last.state not in ENDED:
                continue
            Tournament.objects.filter(pk=last.pk).update(terms=last.terms | {"weekly": ""})
            with suppress(Refused), transaction.atomic():  # nobody holds it any more
                hold_next(last, now)


def hold_next(last: Tournament, now: int) -> None:
    """Hold an event again a week later, unless a director has cancelled it.  Raises Refused."""
    before = terms.resolve(last.terms)
    cancelled = last.acts.filter(act="cancel").exclude(role=Role.SYSTEM)
    if before.starts is None or cancelled.exists():
        return
    by = last.circle.owner if last.circle else last.created_by  # helpers come and go
    repeat(last, by, next_week(before, before.weekly, now), before.weekly, now)


@transaction.atomic
def hold_once_more(last: Tournament, by: Player, now: int) -> Tournament:
    """Hold a finished event again: on the next day of the week that fits, at the same time, or when
    its director starts it.  Raises Refused."""
    if last.state != State.FINISHED:
        raise Refused("STATE")
    before = terms.resolve(last.terms)
    zone = before.weekly or preferred_by(by)["zone"] or "UTC"
    return repeat(last, by, replace(next_week(before, zone, now), weekly=""), zone, now)


def repeat(last: Tournament, by: Player, new: Terms, zone: str, now: int) -> Tournament:
    """Create the same event with these terms, in the same season, open for entries; `zone` gives
    the date in its name.  Raises Refused."""
    made = life.create(
        by=by,
        name=name_again(last, moment(new.starts or now).astimezone(ZoneInfo(zone))),
        description=last.description,
        terms=to_json(replace(new, opens=None, times=())),
        stages=[given(stage) for stage in last.stages.order_by("number")],
        circle=last.circle,
        now=now,
    )
    Tournament.objects.filter(pk=made.pk).update(season=last.season)
    life.announce(Order(made.pk, by, now=now))
    return life.open_entries(Order(made.pk, by, now=now))


def proposed_name(circle: Circle, at: datetime) -> str:
    return f"{circle.name}, {date_format(at, 'j M')}"


def name_again(last: Tournament, at: datetime) -> str:
    """The name of the next event; a proposed name with the date of the last one gets the new
    date."""
    if last.circle is None:
        return last.name
    moments = [moment(ms) for ms in (last.created_ms, last.terms.get("starts")) if ms]
    days = [one.astimezone(zone) for one in moments for zone in (UTC, at.tzinfo)]
    is_proposed = last.name in [proposed_name(last.circle, day) for day in days]
    return proposed_name(last.circle, at) if is_proposed else last.name


def next_week(before: Terms, zone: str, now: int) -> Terms:
    """The terms with the same local time, in the first week that is still to come.  If clocks skip
    that time in this week, the intended time is kept for later weeks."""
    if before.starts is None:
        return before
    place = ZoneInfo(zone)
    at = local(before.starts, place)
    if before.meant:
        meant = datetime.combine(at, time.fromisoformat(before.meant))
        at = meant if ms_at(meant, place) == before.starts else at  # it may have been moved
    at += WEEK
    while ms_at(at, place) <= now:
        at += WEEK
    starts = ms_at(at, place)
    is_skipped = local(starts, place) != at
    return replace(before, starts=starts, meant=f"{at:%H:%M:%S}" if is_skipped else "")


def local(at_ms: int, place: ZoneInfo) -> datetime:
    """The local time without its zone, to which whole weeks can be added."""
    return moment(at_ms).astimezone(place).replace(tzinfo=None)


def ms_at(at: datetime, place: ZoneInfo) -> int:
    return int(at.replace(tzinfo=place).timestamp() * 1000)


def given(stage: Stage) -> dict[str, Any]:
    """The chosen settings of a stage, without those that followed from its entrants."""
    s = resolve(stage.settings)
    chosen = {key: stage.settings[key] for key in KEPT if stage.settings.get(key) is not None}
    varying = s.format.choices(s.two) & {"rounds", "minutes"}
    return chosen | {key: stage.settings[key] for key in varying}
