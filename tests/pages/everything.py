"""A site with something of everything, and an address for each of its pages."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.accounts import sanctions
from games.accounts.bots import bot_player, make_owned
from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.accounts.sanctions import ConductRule
from games.accounts.sanctions import token_of as sanction_token
from games.chat.models import Line
from games.favourites import playlists
from games.favourites.writer import keep
from games.lab.chances.course import course_of_table
from games.lab.runs.gallery import GALLERY
from games.lab.runs.models import Simulation
from games.lab.runs.spec import Origin
from games.lobby import invitations
from games.moderation import appeals, reports
from games.moderation.reports import Reporter
from games.notices.kinds import Kind
from games.notices.mail import token_of
from games.notices.words import SANCTIONS
from games.notices.writer import notify
from games.pages.about.guides import GUIDES as ABOUT
from games.pages.play.guide import GUIDES
from games.relations import changes, circles
from games.rule_sets.writer import save
from games.rules.catalogue import BOTS, GAMES
from games.table.clock import moment, now_ms
from games.table.models import Table
from games.table.replay.recording import ALL, WATCHER
from games.table.writer import play
from games.table.writer.branches import open_branch
from games.table.writer.orders import Order as TableOrder
from games.tournaments.models import Pairing, Round, Tournament
from games.tournaments.writer import seasons
from games.work import demo
from games.work.ratings import rate_tables
from tests.lab.counted import deal_by_hand
from tests.lab.counted import played as counted
from tests.lab.curved import computed
from tests.lab.trained import answered
from tests.pages.stored import add_second_factor, person, played, stored
from tests.ratings.conftest import AMONG_BOTS, finished_tables, open_rated
from tests.tournaments.conftest import NOW, WAR, new_director, new_players
from tests.tournaments.evening import ARENA, Arena, Evening, open_for_entries

PASSWORD = "correct horse"


class Everything:
    """Alice has an account, a guest has a seat, Charlie is banned."""

    def __init__(self) -> None:
        self.alice, self.bob = person("Alice", email="alice@example.org"), person("Bob")
        EmailAddress.objects.create(
            user=self.alice, email=self.alice.email, verified=True, primary=True
        )
        self.guest = new_guest()
        changes.follow(player=self.alice, other=self.bob)
        changes.block(player=self.alice, other=self.guest)
        self.circle = circles.create(by=self.alice, name="Friday")
        for player in (self.bob, self.guest):
            circles.join(circle=self.circle, player=player)
        self.season = seasons.create(circle=self.circle, by=self.alice, name="Winter")
        self.rule_set = save(by=self.alice, name="Grandma", game="war", options="cap=50;slap=5")
        self.bot = make_owned(owner=self.alice, name="Robo Anna")
        self.tournaments = [*self.events()]
        self.tables = [*self.finished(), *self.running(), *self.open()]
        self.rated = [*self.rate()]
        self.runs = [counted(game=key, games=12) for key in GAMES]
        self.chances()
        self.notices()
        self.moderate()
        self.runs.append(counted(games=1300, options="auto=2;cap=20"))
        self.from_here = self.from_a_place(self.tables[0])
        self.by_hand = counted(games=12, start=deal_by_hand("4 aces"))
        self.trained = answered(self.alice, self.bob)
        keep(by=self.alice, table=self.tables[0])
        self.playlist = playlists.make(by=self.alice, name="Great wars", about="Great")
        playlists.add(playlist=self.playlist, by=self.alice, game=self.tables[0].code, note="!")
        type(self.playlist).objects.update(shown=True)
        self.tables.append(
            open_branch(by=self.bob, origin=self.tables[0], frame=3, place="3", level="recruit")
        )

    def from_a_place(self, table: Table) -> Simulation:
        """A run whose games start there."""
        course = course_of_table(Table.objects.prefetch_related("seats__player").get(pk=table.pk))
        start = course.position(course.index("5"), "watcher").start.text
        origin = Origin(table.code, "5", "watcher")
        return counted(games=12, options=table.options, start=start, origin=origin)

    def chances(self) -> None:
        """Computed for two viewers of a game of War, for a third one under way."""
        course = course_of_table(Table.objects.get(pk=self.tables[0].pk))
        for view in (ALL, WATCHER):
            computed(self.tables[0].code, course, view)
        computed(self.tables[0].code, course, "1", most=100)

    def notices(self) -> None:
        """Notices of every kind for Alice, one of them twice."""
        code = self.tournaments[0].code
        notify(self.alice, Kind.ROUND, f"{code}-1-1", {"code": code, "round": 1})
        notify(self.alice, Kind.TOURNAMENT, code, {"code": code})
        notify(self.alice, Kind.REMATCH, self.tables[0].code, {"by": self.bob.pk})
        notify(self.alice, Kind.INVITED, self.tables[0].code, {"by": self.bob.pk})
        notify(self.alice, Kind.CHECKIN, code, {"code": code})
        notify(self.alice, Kind.STARTS, f"{code}-1-15", {"code": code, "minutes": 15})
        notify(self.alice, Kind.FOLLOW, "1-20260101", {"by": self.bob.pk})
        for yes in (False, True):
            answer = {"by": self.bob.pk, "code": self.tables[0].code, "yes": yes}
            notify(self.alice, Kind.ANSWERED, f"{self.tables[0].code}-{yes}", answer)
        for kind in (Kind.WAITS, Kind.WAITS, Kind.OVER, Kind.VOID):
            notify(self.alice, kind, self.rated[0].code)
        notify(self.alice, Kind.TOKEN, "warsite_p_2")
        notify(self.alice, Kind.EXPIRES, "warsite_p_2", {"days": 3})
        for lifted in (False, True):
            for kind in SANCTIONS:
                subject = f"{kind} {lifted}"
                args = {"kind": kind, "lifted": lifted, "sanction": 1}
                notify(self.alice, Kind.SANCTION, subject, args)
        for good in (False, True):
            notify(self.alice, Kind.APPEAL, f"appeal {good}", {"granted": good, "sanction": 1})
            notify(self.alice, Kind.REPORT, f"{int(good)}", {"acted": good})

    def moderate(self) -> None:
        """Reports that wait, sanctions of Alice, two appeals; Mona moderates."""
        self.mona = Player.objects.create_superuser("Mona", password=PASSWORD, name="Mona")
        add_second_factor(self.mona)
        by = Reporter(self.bob, "net")
        reports.report_player(self.alice, by=by, kind=ConductRule.ABUSE, text="?")
        reports.report_player(
            self.bob, by=Reporter(self.guest, "net"), kind=ConductRule.THREAT, text="!"
        )
        reports.report_table(self.tables[0], by=by, kind=ConductRule.CHEATING, text="")
        fields = {"version": 1, "room": "seats", "said_ms": 1, "command": uuid4()}
        line = Line.objects.create(player=self.bob, table=self.tables[0], quick="wow", **fields)
        said = reports.report_line(
            line, by=Reporter(self.guest, "net"), kind=ConductRule.SPAM, text="!"
        )
        self.case = reports.report_address("?", by=Reporter(None, "net"), text="!").subject
        for subject in (f"p{self.bob.pk}", f"t{self.tables[0].code}", self.case, said.subject):
            reports.claim(subject, by=self.mona, network="")
        charge = {"player": self.alice, "rule": ConductRule.ABUSE, "words": "?", "quote": "?"}
        day = timedelta(days=1)
        self.sanctions = [
            sanctions.impose(kind=sanctions.SanctionKind.WARNING, by=self.bob, **charge),
            sanctions.impose(kind=sanctions.SanctionKind.MUTE, lasts=day, **charge),
            sanctions.impose(kind=sanctions.SanctionKind.PAUSE, by=self.mona, **charge),
        ]
        self.appeals = [appeals.appeal(sanction=each, text="?") for each in self.sanctions[:2]]
        appeals.decide(number=self.appeals[0].pk, by=self.mona, granted=False, answer="?")

    def finished(self) -> Iterator[Table]:
        yield played(self.alice, self.bob)
        yield stored(self.alice, self.bob, number=3, end="resign", winner=2)
        for number, (game, preset) in enumerate(demo.kinds()):
            if preset.key in ("standard", "solo", "arsenal"):
                start = now_ms() - (number + 1) * demo.APART_MS
                table = demo.begin(game, preset, number, now=start)
                play.play_out(table=table, decide=demo.wishes, until=start + 3 * 60_000)
                yield Table.objects.get(pk=table.pk)

    def running(self) -> Iterator[Table]:
        """A running game of each kind with a guest or Alice in it, some moves old."""
        for key, player in zip(GAMES, (self.alice, self.guest, self.alice), strict=True):
            game, level = GAMES[key], next(iter(BOTS[key].levels))
            seats = game.options("").players
            table = play.open_table(by=player, game=key, bots=[level] * (seats - 1))
            play.ready(TableOrder(table, player), entropy=bytes(16))
            for _ in range(6):
                play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms)
            yield Table.objects.get(pk=table.pk)

    def open(self) -> Iterator[Table]:
        yield play.open_table(by=self.bob, preset="arsenal")
        play.open_table(by=self.alice, circle=self.circle)
        by_bob = play.open_table(by=self.bob, game="ww3", private=True)
        by_alice = play.open_table(by=self.alice, game="ultimate", options="seats=3")
        invitations.send(table=by_bob, by=self.bob, player=self.alice)
        invitations.send(table=by_alice, by=self.alice, player=self.bob)
        yield from (by_bob, by_alice)

    def rate(self) -> Iterator[Table]:
        """Boards with some players, a rated table that waits and one that is over."""
        rivals = [person(f"Rival {number}") for number in range(6)]
        over = finished_tables([self.alice, *rivals], 80, until=moment(now_ms()))
        rate_tables()
        yield over[-1]
        bots = [self.bot, *(bot_player(level, game="ww3") for level in BOTS["ww3"].levels)]
        yield finished_tables(bots, 60, until=moment(now_ms()), kind=AMONG_BOTS)[-1]
        rate_tables()
        yield open_rated([self.alice, rivals[0]])
        waiting = play.open_table(by=rivals[1], game="ww3", rated=True)
        yield waiting

    def events(self) -> Iterator[Tournament]:
        """A Swiss and a knockout that are over, a Swiss and an arena that run, one that Alice may
        enter."""
        self.director = director = new_director("Dora")
        players = [self.alice, *new_players(4)]
        knockout = WAR | {"format": "elimination", "rounds": None}
        yield Evening(director, [WAR], players).run()
        yield Evening(director, [knockout], players).run()
        running = Evening(director, [WAR | {"rounds": 4}], players, starts=NOW)
        running.advance()
        yield running.row
        arena = Arena(director, [ARENA], players)
        yield arena.until(NOW + 9_000)
        yield open_for_entries(director)

    def as_anybody(self) -> Iterator[str]:
        """Addresses for strangers, guests and members."""
        yield from (
            "/",
            "/watch/",
            "/new/",
            "/daily/",
            "/history/",
            "/rules/",
            "/credits/",
            "/about/",
            *(f"/about/{guide.key}/" for guide in ABOUT),
            *("/fair/", "/questions/", "/accessibility/", "/offline/"),
            "/conduct/",
            "/terms/",
            "/privacy/",
            "/report/",
            *(f"/sanction/{sanction_token(sanction.pk)}/" for sanction in self.sanctions),
            "/api/",
            "/lab/",
            *(f"/lab/{page}/" for page in ("chances", "known", "deals")),
            *("/train/today/", "/train/today/?day=2026-01-01"),
            *(
                f"/train/{self.trained.key}/{chose}"
                for chose in ("", f"?chose={self.trained.best.act}")
            ),
        )
        yield from (
            "/g/NOSUCHGAME/",
            "/history/?player=0&result=won",
            "/history/?shortest=9&longest=3",
        )
        yield from ("/daily/?day=2026-01-01", self.rule_set.get_absolute_url())
        yield self.playlist.get_absolute_url()
        for key, steps in GUIDES.items():
            yield from (f"/guide/{key}/?step={n + 1}&chose=1" for n in range(len(steps) + 1))
        for key in GAMES:
            yield from (f"/rules/{key}/", f"/play/{key}/", f"/new/?game={key}", f"/lab/?game={key}")
        for table in self.tables:
            yield f"/t/{table.code}/"
            yield reverse("table_aloud", args=[table.code]) + "?of=table"
            if table.is_over and table.started_ms is not None:
                yield from (f"/g/{table.code}/", f"/g/{table.code}/?at=2&view=1&hide=1")
                yield f"/g/{table.code}/verify/"
                yield f"/g/{table.code}/at/2/?view=1"
                yield f"/g/{table.code}/luck/"
        yield f"/embed/g/{self.tables[0].code}/at/2/"
        yield from (f"/embed/lab/{self.runs[0].code}/", "/embed/train/today/")
        yield f"/embed/train/{self.trained.key}/?chose={self.trained.best.act}"
        for view in (ALL, WATCHER, "1", "2"):
            yield f"/g/{self.tables[0].code}/?at=3&view={view}&chart=chances"
        for run in (*self.runs, self.from_here):
            yield from (f"/lab/{run.code}/", f"/lab/{run.code}/3/?at=2")
            yield from (f"/lab/{run.code}/3/?chart=chances", f"/lab/{run.code}/3/at/2/")
        yield f"/lab/{self.from_here.code}/from/"
        yield f"/lab/compare/?run={self.runs[0].code}&run={self.runs[-1].code}"
        for key in GALLERY:
            yield reverse("lab_question", args=[key])
        yield "/lab/luck/war/?options=slap%3D5"
        yield from (
            "/lab/deal/",
            "/lab/deal/?options=players%3D3&hand1=4+aces&fixed2=on&hand2=KS+3+others",
        )
        yield f"/lab/{self.by_hand.code}/"
        yield from ("/lab/sweep/", "/lab/tournament/")
        yield "/lab/sweep/?game=war&vary=auto&value=none&value=2&options=cap%3D20&games=1300"
        yield from ("/tournaments/", "/tournaments/?game=ww3")
        yield f"/lab/tournament/{self.tournaments[-1].code}/"
        for tournament in self.tournaments:
            start = f"/tournaments/{tournament.code}/"
            yield from (
                start,
                *(f"{start}{tab}/" for tab in ("standings", "entrants", "log", "print")),
                *(f"{start}{tab}/" for tab in ("rules", "screen")),
            )
            for round_ in Round.objects.filter(stage__tournament=tournament):
                yield f"{start}rounds/1/{round_.number}/"
        swiss, knockout, *_ = [f"/tournaments/{event.code}/" for event in self.tournaments]
        yield from (f"{swiss}standings/1/1/", f"{swiss}standings/?ties", f"{swiss}certificates/")
        yield from (f"{swiss}standings/1/3/1/", f"{swiss}crosstable/1/", f"{knockout}bracket/1/")
        yield from ("/ratings/", "/ratings/ww3/", "/ratings/war-slap/", "/ratings/bots/")
        yield from ("/ratings/bots-ww3/", "/ratings/bots-war-slap/")
        yield f"/p/{self.alice.slug}/ratings/ww3/"
        yield from (f"/t/{table.code}/ratings/" for table in self.rated)
        for player in (self.alice, self.bob, bot_player(next(iter(BOTS["war"].levels)))):
            yield f"/p/{player.slug}/"

    def as_stranger(self) -> Iterator[str]:
        yield from ("/account/login/", "/account/signup/", "/account/password/reset/")
        yield from ("/account/password/reset/done/", "/account/password/reset/key/1-x/")
        yield from ("/account/confirm-email/x/", "/account/inactive/", "/account/confirm-email/")
        yield "/account/password/reset/key/done/"

    def forms(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Forms that are refused, for strangers."""
        for name in ("x", "admin", "a  b!", "Аb", "bot 3", "1234", "Guest 12", "Alice"):
            yield "/account/signup/", {"username": name, "password1": "1", "password2": "2"}
        yield "/account/signup/", {"email": "nobody"}
        yield "/account/login/", {"login": "alice", "password": "wrong"}
        yield "/lab/", {"do": "run", "game": "war", "games": "-5", "seed": "1"}
        yield "/lab/", {"do": "run", "game": "war", "games": "2000000000", "seed": "1"}
        yield "/new/", {"game": "war", "do": "open", "auto": "3", "faces": "3"}
        yield f"/t/{self.tables[-1].code}/seat/", {"do": "leave"}
        yield f"/lab/{self.runs[0].code}/do/", {"do": "cancel"}
        yield f"/tournaments/{self.tournaments[-1].code}/do/", {"do": "leave"}

    def as_guest(self) -> Iterator[str]:
        yield from ("/", "/mine/", "/me/", "/me/notices/", "/me/goodbye/", "/account/seat/")
        yield from ("/account/signup/", "/account/logout/", "/rules/set/new/")
        yield from (f"/t/{table.code}/" for table in self.tables if not table.is_over)

    def as_member(self) -> Iterator[str]:
        yield from (
            *("/find/", "/mine/", "/train/today/", "/me/favourites/", "/me/luck/"),
            *("/me/", "/me/notices/", "/me/preferences/"),
            f"/mail/stop/{token_of(self.alice.pk, Kind.WAITS)}/",
            *("/me/goodbye/", "/me/people/", "/me/playlists/", self.playlist.get_absolute_url()),
            *("/circles/", f"/circles/{self.circle.code}/", self.rule_set.get_absolute_url()),
            *("/rules/set/new/?game=ww3", f"/rules/set/{self.rule_set.code}/report/"),
            f"/circles/{self.circle.code}/report/",
            f"/circles/join/{self.circle.key}/",
            f"/new/?circle={self.circle.code}",
            f"/tournaments/new/?circle={self.circle.code}",
            "/tournaments/card/",
            f"/circles/{self.circle.code}/seasons/{self.season.pk}/",
            f"/circles/{self.circle.code}/seasons/{self.season.pk}/print/",
            *("/me/invitations/", "/me/sanctions/", f"/list/{self.playlist.code}/report/"),
            *(f"/p/{self.bob.slug}/report/", f"/t/{self.tables[0].code}/report/"),
            f"/t/{self.tables[0].code}/report/seats/1/",
            "/new/?invite=bob&private=on",
            f"/p/{self.bob.slug}/",
            f"/p/{self.bob.slug}/block/",
            *(
                f"/p/{person.slug}/menu/?table={self.tables[-1].code}"
                for person in (self.bob, self.alice)
            ),
            *("/me/tokens/", "/me/bots/", f"/me/bots/{self.bot.pk}/", f"/p/{self.bot.slug}/"),
            *("/account/email/", "/account/password/change/"),
        )
        yield from ("/account/2fa/", "/account/2fa/totp/activate/", "/account/2fa/webauthn/add/")
        yield from ("/account/2fa/webauthn/", "/account/2fa/recovery-codes/generate/")
        yield from ("/account/sessions/", "/account/logout/", "/account/reauthenticate/")
        yield from ("/", "/history/", f"/p/{self.alice.slug}/", "/ratings/ww3/")
        yield from (f"/tournaments/{tournament.code}/" for tournament in self.tournaments)

    def as_moderator(self) -> Iterator[str]:
        yield from (
            "/moderation/",
            f"/moderation/p{self.alice.pk}/",
            f"/moderation/p{self.bob.pk}/",
        )
        yield from (f"/moderation/t{self.tables[0].code}/", f"/moderation/{self.case}/")
        yield f"/moderation/l{self.tables[0].pk}-seats-1/"
        yield from (f"/moderation/appeals/{appeal.pk}/" for appeal in self.appeals)

    def as_director(self) -> Iterator[str]:
        yield from ("/tournaments/", "/tournaments/new/")
        for tournament in self.tournaments:
            start = f"/tournaments/{tournament.code}/"
            forms = ("", "pause/", "set/", "forbid/", "absent/")
            yield from (f"{start}list/", f"{start}cards/")
            yield from (start, f"{start}edit/", *(f"{start}console/{form}" for form in forms))
            pairing = Pairing.objects.filter(round__stage__tournament=tournament).first()
            if pairing is not None:
                yield from (
                    f"{start}console/{act}/?pairing={pairing.pk}" for act in ("rule", "extend")
                )
        yield from (f"/t/{table.code}/" for table in self.tables if not table.is_over)


def member(player: Player, **headers: str) -> Client:
    client = Client(headers=headers)
    client.post("/account/login/", {"login": player.username, "password": PASSWORD})
    return client


def guest(player: Player, **headers: str) -> Client:
    client = Client(headers=headers)
    client.force_login(player, backend=BACKEND)
    return client
