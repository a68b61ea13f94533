"""Every address with a code, opened by people who may not see what is there."""

from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from games.accounts import tokens
from games.chat.models import Line, Room
from games.live.tournaments import find_tournament
from games.notices.kinds import Kind
from games.notices.writer import notify as tell
from games.relations import changes, circles
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.writer import seasons
from tests.depth import share
from tests.pages.addresses import pages
from tests.pages.stored import person, played
from tests.tournaments.conftest import WAR, new_director
from tests.tournaments.evening import Evening, go_to

pytestmark = pytest.mark.django_db
SECRETS = ("Hush hush", "Club of Friday", "Anna", "Evening")
KINDS = ("t/", "g/", "circles/<", "tournaments/<")  # tables, games, circles, events
NUMBERS = {"stage": 1, "number": 1, "after": 1, "entrant": 1, "key": "cancel"}


class Circle:
    """A circle of Anna with an open, a running and a finished table, each with a line of chat, and
    an event whose second round is played."""

    def __init__(self):
        self.anna, self.ben = person("Anna"), person("Ben")
        self.circle = circles.create(by=self.anna, name="Club of Friday")
        circles.join(circle=self.circle, player=self.ben)
        self.evening = Evening(self.anna, [WAR], self.members(), circle=self.circle)
        go_to(self.evening, 2, "playing")
        waiting = play.open_table(by=self.anna, game="ww3", circle=self.circle)
        running = play.open_table(by=self.anna, circle=self.circle)
        play.sit(Order(running, self.ben))
        for player in (self.anna, self.ben):
            play.ready(Order(running, player), entropy=bytes(16))
        self.tables = [waiting, running, played(self.anna, self.ben, circle=self.circle)]
        self.tables += Table.objects.filter(arranged=True)
        self.season = seasons.create(circle=self.circle, by=self.anna, name="Evening")
        self.lines = [said(table, self.anna, room) for table in self.tables for room in Room]
        tell(self.ben, Kind.ROUND, self.evening.code, {"code": self.evening.code, "round": 1})
        with TestCase.captureOnCommitCallbacks(execute=True):
            circles.leave(circle=self.circle, player=self.ben)

    def members(self):
        others = [person(name) for name in ("Cleo", "Dan", "Eva")]
        for player in others:
            circles.join(circle=self.circle, player=player)
        return [self.anna, self.ben, *others]

    def addresses(self):
        for route, pattern in pages():
            if not route.startswith(KINDS) or "code" not in pattern.pattern.converters:
                continue
            if "said_ms" in pattern.pattern.converters:
                for line in self.lines:
                    yield reverse(pattern.name, args=[line.table.code, line.room, line.said_ms])
            elif route.startswith("circles/"):
                season = [self.season.pk] if "season" in pattern.pattern.converters else []
                yield reverse(pattern.name, args=[self.circle.code, *season])
            elif route.startswith("tournaments/"):
                arguments = {"code": self.evening.code}
                arguments |= {
                    name: NUMBERS[name] for name in pattern.pattern.converters if name in NUMBERS
                }
                yield reverse(pattern.name, kwargs=arguments)
            else:
                place = ["2"] if "at" in pattern.pattern.converters else []
                yield from (
                    reverse(pattern.name, args=[table.code, *place]) for table in self.tables
                )
        for line in self.lines:
            yield f"/report/?line={line.table.code}.{line.room}.{line.said_ms}"

    def api_addresses(self):
        for path in Client().get("/api/v1/openapi.json").json()["paths"]:
            if path.startswith(("/api/v1/tables/{code}", "/api/v1/games/{code}")):
                for table in self.tables:
                    yield path.replace("{code}", table.code)
            if path.startswith("/api/v1/tournaments/{code}"):
                path = path.replace("{stage}", "1").replace("{number}", "1")
                yield path.replace("{code}", self.evening.code)


def said(table, player, room="seats"):
    return Line.objects.create(
        player=player,
        table=table,
        room=room,
        text="Hush hush",
        said_ms=5,
        version=0,
        command=uuid4(),
    )


def signed_in(player):
    client = Client()
    client.force_login(player, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def is_shut(answer):
    """There is nothing, for all that this visitor learns."""
    login = answer.status_code == 302 and answer["Location"].startswith("/account/login/")
    text = answer.content.decode()
    return (login or answer.status_code in (404, 405)) and not any(one in text for one in SECRETS)


def test_a_circle_has_no_door_for_strangers_former_members_and_blocked_people():
    circle = Circle()
    blocked = person("Xaver")
    changes.block(player=circle.anna, other=blocked)
    addresses = list(circle.addresses())
    assert len(addresses) > 40
    for visitor in (Client(), signed_in(circle.ben), signed_in(blocked)):
        for address in share(addresses):
            answer = visitor.get(address)
            if address.startswith("/report/") and answer.status_code == 302:
                answer = visitor.get(answer["Location"])
            assert is_shut(answer), address
            if "?" not in address:
                assert is_shut(visitor.post(address, {"do": "sit", "kind": "abuse"})), address


def test_members_open_what_is_shut_to_others():
    """Otherwise the other tests would prove nothing."""
    circle = Circle()
    member, code = signed_in(circle.anna), circle.evening.code
    pages = [at for at in circle.addresses() if "/tournaments/" in at]
    answers = {address: member.get(address).status_code for address in pages}
    assert sum(status == 200 for status in answers.values()) > 12, answers
    assert "Evening" in member.get(f"/circles/{circle.circle.code}/").content.decode()
    assert find_tournament(code, circle.anna.pk)
    for reader in (None, circle.ben.pk, person("Xaver").pk):
        assert find_tournament(code, reader) is None


def test_lists_searches_and_notices_do_not_name_its_event():
    circle = Circle()
    pages = ["/", "/tournaments/", "/tournaments/?name=Even", "/api/v1/tournaments"]
    pages += ["/me/notices/", f"/p/{circle.ben.slug}/", f"/p/{circle.anna.slug}/"]
    pages += [reverse("own_calendar", args=[tokens.link_key(circle.ben)])]
    for visitor in (Client(), signed_in(circle.ben), signed_in(new_director("dora"))):
        for page in pages:
            text = visitor.get(page).content.decode()
            assert "Evening" not in text and circle.evening.code not in text, page
    assert circle.evening.row.entrants.get(player=circle.ben).status == "withdrawn"


def test_nor_has_its_api():
    circle = Circle()
    addresses = list(circle.api_addresses())
    assert len(addresses) > 10
    for player in (circle.ben, person("Xaver")):
        _, text = tokens.make(
            player=player, name="x", scopes=list(tokens.Scope.values), days=1, now=timezone.now()
        )
        caller = Client(headers={"Authorization": f"Bearer {text}"})
        for address in addresses:
            for query in ("", "?as=me"):
                assert is_shut(caller.get(address + query)), address
            act = "enter" if "/tournaments/" in address else "resign"
            body = {"id": str(uuid4()), "act": act}
            answer = caller.post(address, body, content_type="application/json")
            assert is_shut(answer), address


def test_a_former_member_does_not_find_its_tables_among_their_own():
    circle = Circle()
    for page in ("/", "/mine/"):
        now = signed_in(circle.ben).get(page).content.decode().split("/history/")[0]
        assert circle.tables[1].code not in now


def test_whom_the_writer_blocks_reports_a_line_without_reading_it():
    anna, xaver = person("Anna"), person("Xaver")
    line = said(play.open_table(by=anna, game="ww3"), anna, "watchers")
    address = reverse("report_line", args=[line.table.code, line.room, line.said_ms])
    reader = signed_in(xaver)
    assert "Hush hush" in reader.get(address).content.decode()
    changes.block(player=anna, other=xaver)
    assert "Hush hush" not in reader.get(address).content.decode()
    assert "Hush hush" not in reader.post(address, {}).content.decode()
    reader.post(address, {"kind": "abuse"})
    assert xaver.reports.get().evidence["line"]["text"] == "Hush hush"
