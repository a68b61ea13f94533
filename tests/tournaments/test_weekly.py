"""Tournaments that are held again every week."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from games.relations import circles
from games.table.clock import moment
from games.tournaments import terms
from games.tournaments.models import Tournament
from games.tournaments.writer import automation, entries, life, seasons, weekly
from games.tournaments.writer.orders import Order
from tests.pages.stored import person
from tests.tournaments.conftest import WAR
from tests.tournaments.evening import refuses

pytestmark = pytest.mark.django_db


def utc(*moment):
    return int(datetime(*moment, tzinfo=UTC).timestamp() * 1000)


THURSDAY = utc(2026, 10, 22, 18)  # 20:00 in Berlin, on the last Thursday of summer time
NOW = THURSDAY - 3_600_000


@pytest.fixture
def circle():
    return circles.create(by=person("Anna"), name="Club")


@pytest.fixture
def event(circle):
    terms = {"starts": THURSDAY, "weekly": "Europe/Berlin", "agree": True}
    terms |= {"pace": "director"}
    robin = WAR | {"format": "roundrobin", "rounds": None}
    made = life.create(
        by=circle.owner, name="Thursday", terms=terms, stages=[robin], circle=circle, now=NOW
    )
    life.announce(Order(made.pk, circle.owner, now=NOW))
    return life.open_entries(Order(made.pk, circle.owner, now=NOW))


def test_the_next_one_is_at_the_same_time_of_day(event, circle):
    for player in (circle.owner, person("Ben")):
        if player != circle.owner:
            circles.join(circle=circle, player=player)
        entries.enter(Order(event.pk, player, now=NOW), player)
    automation.advance(tournament=event.pk, now=THURSDAY)
    weekly.hold_again(THURSDAY)
    assert Tournament.objects.count() == 1  # it is running
    life.finish(Order(event.pk, circle.owner, now=THURSDAY + 1))
    for _ in range(2):
        weekly.hold_again(THURSDAY + 2)
    again = Tournament.objects.exclude(pk=event.pk).get()
    assert again.terms["starts"] == utc(2026, 10, 29, 19)
    assert (again.state, again.private, again.terms["agree"]) == ("open", True, True)
    assert again.stages.get().settings["rounds"] is None
    assert again.terms["weekly"] == "Europe/Berlin"


# Clocks of Berlin skip half past two on 29 March 2026; those of Beirut half past midnight.
@pytest.mark.parametrize(
    ("zone", "meant", "first"),
    [
        ("Europe/Berlin", (2, 30), utc(2026, 3, 22, 1, 30)),
        ("Asia/Beirut", (0, 30), utc(2026, 3, 21, 22, 30)),
    ],
)
def test_an_hour_that_clocks_skip_is_late_once(circle, zone, meant, first):
    start = {"starts": first, "weekly": zone}
    event = life.create(
        by=circle.owner, name="Night", terms=start, stages=[WAR], circle=circle, now=first - 1
    )
    life.announce(Order(event.pk, circle.owner, now=first - 1))
    life.open_entries(Order(event.pk, circle.owner, now=first - 1))
    shown = []
    for _week in range(4):
        last = Tournament.objects.order_by("pk").last()
        at = last.terms["starts"]
        shown.append(moment(at).astimezone(ZoneInfo(zone)))
        automation.advance(tournament=last.pk, now=at)  # nobody has come
        weekly.hold_again(at + 1)
    hour, minute = meant
    assert [(at.day, at.hour, at.minute) for at in shown] == [
        (22, hour, minute),
        (29, hour + 1, minute),
        (5, hour, minute),
        (12, hour, minute),
    ]


def test_a_start_that_was_moved_is_what_is_meant(circle):
    skipped = utc(2026, 3, 29, 1, 30)
    before = terms.resolve({"starts": skipped, "weekly": "Europe/Berlin", "meant": "02:30:00"})
    assert weekly.next_week(before, before.weekly, skipped).starts == utc(2026, 4, 5, 0, 30)
    moved = replace(before, starts=skipped + 3_600_000)
    assert weekly.next_week(moved, moved.weekly, skipped).starts == utc(2026, 4, 5, 2, 30)


def test_the_next_one_has_the_same_cards_and_belongs_to_the_same_season(circle):
    stage = {"game": "ww3", "format": "swiss", "size": 4, "rounds": 2, "deals": "duplicate"}
    terms = {"starts": THURSDAY, "weekly": "Europe/Berlin"}
    event = life.create(
        by=circle.owner, name="Thursday", terms=terms, stages=[stage], circle=circle, now=NOW
    )
    season = seasons.create(circle=circle, by=circle.owner, name="Autumn")
    Tournament.objects.filter(pk=event.pk).update(season=season)
    life.announce(Order(event.pk, circle.owner, now=NOW))
    life.open_entries(Order(event.pk, circle.owner, now=NOW))
    automation.advance(tournament=event.pk, now=THURSDAY)  # nobody has come
    weekly.hold_again(THURSDAY + 1)
    again = Tournament.objects.exclude(pk=event.pk).get()
    kept = again.stages.get().settings
    assert {key: kept[key] for key in stage} == stage and again.season == season


@pytest.mark.parametrize("by_director", [True, False])
def test_one_that_is_cancelled_by_its_director_is_the_last(event, circle, by_director):
    if by_director:
        life.cancel(Order(event.pk, circle.owner, "Rain.", now=NOW))
    else:
        automation.advance(tournament=event.pk, now=THURSDAY)  # nobody has come
    weekly.hold_again(THURSDAY + 1)
    assert Tournament.objects.filter(state="open").count() == (not by_director)


def test_a_series_ends_when_nobody_holds_it(event, circle):
    life.edit(Order(event.pk, circle.owner, "Summer.", now=NOW), changes={"weekly": ""})
    automation.advance(tournament=event.pk, now=THURSDAY)
    weekly.hold_again(THURSDAY + 1)
    assert not Tournament.objects.filter(state="open").exists()


def test_one_more_is_on_the_same_weekday_with_its_date_in_the_name(event, circle):
    season = seasons.create(circle=circle, by=circle.owner, name="Winter")
    Tournament.objects.filter(pk=event.pk).update(name="Club, 22 Oct", season=season)
    event.refresh_from_db()
    refuses("STATE", weekly.hold_once_more, event, circle.owner, THURSDAY + 1)
    event.state = "finished"
    made = weekly.hold_once_more(event, circle.owner, THURSDAY + 1)
    again = Tournament.objects.get(pk=made.pk)
    assert (again.name, again.terms["starts"]) == ("Club, 29 Oct", utc(2026, 10, 29, 19))
    assert (again.state, again.season, again.terms["weekly"]) == ("open", season, "")
    again.name = "Final"
    assert weekly.name_again(again, moment(THURSDAY)) == "Final"
