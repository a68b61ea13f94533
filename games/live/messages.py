"""The `me` message, built for many players at once.

Cheap fingerprints show which messages have changed; only these are built."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, Self

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils import translation

from games.accounts.models import Player
from games.accounts.sanctions import Sanction
from games.bus.presence import followed_here
from games.lobby.models import LASTS_MS, Invitation, InvitationState, Wish, WishEnd
from games.lobby.rows import invitation_rows, way, wish_row, wishes_of
from games.notices.models import Notice
from games.notices.words import Names, NoticeLine, in_words, names_in, newest
from games.relations.reading import Relations, relations_of
from games.table import clock
from games.table.models import Seat, Status, Table
from games.table.reading.snapshot import load
from games.table.words import title
from games.tournaments.models import Tournament
from games.untrusted import encode

MOST_TABLES = 20
MOST_SENT = 20  # invitations
ENDED_MS = 60_000  # a wish is shown this long after its end
# A wish that ended so is shown until it is deleted.
UNEXPECTED = (WishEnd.UNCONFIRMED, WishEnd.AWAY, WishEnd.PLAYING, WishEnd.PAUSED)


class SeatFingerprint(NamedTuple):
    """The fingerprint of a seat at a table that is not over."""

    table_id: int
    version: int
    away_ms: int | None


class WishFingerprint(NamedTuple):
    """A value that changes whenever a player's wish changes."""

    made_ms: int
    confirmed_ms: int
    end: str


def wish_fingerprints(players: Collection[int]) -> dict[int, WishFingerprint]:
    """Fingerprints of the players' wishes.  One query."""
    current = Q(end="") | Q(end__in=UNEXPECTED) | Q(ended_ms__gt=clock.now_ms() - ENDED_MS)
    rows = Wish.objects.filter(current, player__in=players)
    fields = rows.values_list("player", "made_ms", "confirmed_ms", "end")
    return {
        player: WishFingerprint(made, confirmed, end) for player, made, confirmed, end in fields
    }


class InvitationsFingerprint(NamedTuple):
    """A value that changes whenever a player's invitations change: the open ones that the player
    received, and the state of those that the player sent in the last ten minutes."""

    received: tuple[int, ...] = ()
    sent: tuple[tuple[int, str], ...] = ()


def invitation_fingerprints(
    players: Collection[int], followed: Mapping[int, Collection[int]]
) -> dict[int, InvitationsFingerprint]:
    """The fingerprints of invitations, by player.  `followed`: by player, the followed people who
    are online and visible to the player.  Two queries at most."""
    now = clock.now_ms()
    recent = Invitation.objects.filter(
        Q(player__in=players) | Q(inviter__in=players), made_ms__gt=now - LASTS_MS
    ).order_by("-made_ms", "-pk")
    rows = list(recent.values_list("pk", "inviter", "player", "state"))
    waiting = [pk for pk, _, _, state in rows if state == InvitationState.WAITING]
    standing = set[int]()
    if waiting:
        invitations = Invitation.objects.standing(at=now).filter(pk__in=waiting)
        standing = set(invitations.values_list("pk", flat=True))
    received: dict[int, list[int]] = defaultdict(list)
    sent: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for pk, inviter, player, state in rows:
        if pk in standing:
            received[player].append(pk)
        is_here = player in followed.get(inviter, ())
        sent[inviter].append((pk, how(state, is_standing=pk in standing, is_here=is_here)))
    return {
        player: InvitationsFingerprint(tuple(received[player]), tuple(sent[player][:MOST_SENT]))
        for player in players
    }


def how(state: str, *, is_standing: bool, is_here: bool) -> str:
    if is_standing:
        return "here" if is_here else "waiting"
    return state if state in (InvitationState.ACCEPTED, InvitationState.DECLINED) else "ended"


class Fingerprint(NamedTuple):
    """A value that changes whenever a player's message would change, and is cheap to read for many
    players."""

    name: str
    unread: int
    newest: datetime | None
    seats: tuple[SeatFingerprint, ...]
    followed: tuple[int, ...] = ()  # followed players who are online
    wish: WishFingerprint | None = None
    invitations: InvitationsFingerprint = InvitationsFingerprint()
    relations: Relations | None = None  # for pages that show the lobby

    def for_page(self, table_id: int | None, *, lobby: bool) -> Self:
        """The fingerprint for a page at this table: without this table's seat, and without the
        lobby unless `lobby`."""
        seats = tuple(seat for seat in self.seats if seat.table_id != table_id)
        return self._replace(seats=seats, relations=self.relations if lobby else None)


def fingerprints(
    players: Collection[int], in_lobby: Collection[int] = ()
) -> dict[int, Fingerprint]:
    """The fingerprints of these players, read in a thread with a few queries.  `in_lobby`: the
    players who have the lobby open."""
    seats: dict[int, list[SeatFingerprint]] = defaultdict(list)
    unfinished = Seat.objects.filter(player__in=players, ended_at=None, bot=False)
    unfinished = unfinished.filter(table__status__in=("open", "running")).order_by("-table")
    rows = unfinished.values_list("player", "table", "table__version", "away_ms")
    for player, table, version, away_ms in rows:
        seats[player].append(SeatFingerprint(table, version, away_ms))
    people = Player.objects.filter(pk__in=players).annotate(
        unread=Count("notices", Q(notices__seen=None)), newest=Max("notices__made")
    )
    followed, wishes = followed_here(players), wish_fingerprints(players)
    invitations, relations = invitation_fingerprints(players, followed), relations_of(in_lobby)
    return {
        pk: Fingerprint(
            name,
            unread,
            made,
            tuple(seats[pk]),
            followed[pk],
            wishes.get(pk),
            invitations[pk],
            relations.get(pk),
        )
        for pk, name, unread, made in people.values_list("pk", "name", "unread", "newest")
    }


class Request(NamedTuple):
    """A request for a player's message in one language."""

    player_id: int
    fingerprint: Fingerprint
    language: str


class Rows(NamedTuple):
    """The rows from which messages are built, by player or by their own keys."""

    notices: dict[int, list[Notice]]
    names: Names
    sanctions: dict[int, list[Sanction]]
    tables: dict[int, Table]
    followed: dict[int, Player]
    wishes: dict[int, Wish]
    invitations: dict[int, Invitation]


def messages(requests: Collection[Request]) -> dict[Request, str]:
    """The encoded messages for these requests; to be called in a thread."""
    rows, encoded = rows_for(requests), {}
    for request in requests:
        with translation.override(request.language):
            encoded[request] = encode({"me": message_of(request, rows)})
    return encoded


def rows_for(requests: Collection[Request]) -> Rows:
    """Read the rows of these players in a few queries, however many players there are."""
    players = {request.player_id for request in requests}
    prints = [request.fingerprint for request in requests]
    notices: dict[int, list[Notice]] = defaultdict(list)
    for notice in (newest_notices := newest(players)):
        notices[notice.player_id].append(notice)
    tables = {seat.table_id for each in prints for seat in each.seats[:MOST_TABLES]}
    online = {pk for each in prints for pk in each.followed}
    return Rows(
        notices=notices,
        names=names_in(newest_notices, Tournament.objects.names),
        sanctions=sanctions_of(players),
        tables=Table.objects.light().defer("front").in_bulk(tables),
        followed=Player.objects.in_bulk(online) if online else {},
        wishes=wishes_of({request.player_id for request in requests if request.fingerprint.wish}),
        invitations=invitations_of(each.invitations for each in prints),
    )


def message_of(request: Request, rows: Rows) -> dict[str, Any]:
    """The message of a player in the active language.  The message contains no card."""
    player, own = request.player_id, request.fingerprint
    seats = own.seats[:MOST_TABLES]
    wish = rows.wishes.get(player)
    me = {
        "name": own.name,
        "unread": own.unread,
        "notices": [notice_row(line) for line in in_words(rows.notices[player], rows.names)],
        "tables": [table_row(rows.tables[seat.table_id], player, seat) for seat in seats],
        "here": people_rows(rows.followed[pk] for pk in own.followed if pk in rows.followed),
        "sanctions": [sanction_row(sanction) for sanction in rows.sanctions[player]],
        "invitations": invitation_rows(*own.invitations, rows.invitations),
        "wish": wish and wish_row(wish),
        "go": wish and way(wish),
    }
    return me if own.relations is None else me | own.relations._asdict()


def people_rows(players: Iterable[Player]) -> list[dict[str, str]]:
    rows = [
        {"name": player.name, "url": reverse("player", args=[player.slug])} for player in players
    ]
    return sorted(rows, key=lambda row: row["name"].casefold())


def invitations_of(fingerprints: Iterable[InvitationsFingerprint]) -> dict[int, Invitation]:
    """Find invitations by id.  One query, or none."""
    ids = {pk for each in fingerprints for pk in (*each.received, *dict(each.sent))}
    rows = Invitation.objects.filter(pk__in=ids).listed()
    return {invitation.pk: invitation for invitation in rows} if ids else {}


def sanctions_of(players: Collection[int]) -> dict[int, list[Sanction]]:
    """Find the sanctions in force, by player."""
    sanctions: dict[int, list[Sanction]] = defaultdict(list)
    standing = Sanction.objects.filter(player__in=players)
    for sanction in standing.standing(at=clock.moment(clock.now_ms())).order_by("since"):
        sanctions[sanction.player_id].append(sanction)
    return sanctions


def notice_row(line: NoticeLine) -> dict[str, Any]:
    notice = line.notice
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "text": line.text,
        "url": line.address,
        "at": int(notice.made.timestamp() * 1000),
        "count": notice.count,
        "seen": notice.seen is not None,
    }


def sanction_row(sanction: Sanction) -> dict[str, Any]:
    """A sanction as sent to clients.  `until` is null for a permanent sanction; no message is sent
    when a sanction expires."""
    until = sanction.until and int(sanction.until.timestamp() * 1000)
    return {"kind": sanction.kind, "rule": sanction.rule, "until": until}


def table_row(table: Table, player_id: int, seat: SeatFingerprint) -> dict[str, Any]:
    """A table as a row of the message; `asks`: whether the game waits for this player."""
    asks = None
    if table.status == Status.RUNNING:
        snapshot = load(table.pk)
        view = snapshot.view(snapshot.seat_of(player_id))
        asks = view and view["asks"]
    return {
        "code": table.code,
        "title": title(table),
        "status": table.status,
        "asks": bool(asks and asks["until"] is not None),
        "away": seat.away_ms is not None,
    }
