"""What concerns a player, read for many of them at once.

Cheap marks say for whom it has changed; only their truths are read and encoded."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple, Self

from django.db.models import Count, Max, Q
from django.utils import translation

from games.accounts.models import Player
from games.accounts.sanctions import Sanction
from games.live import protocol
from games.live.personal.here import followed_here, people_rows
from games.live.personal.invitations import (
    InvitationMark,
    invitation_marks,
    invitation_rows,
    invitations_of,
)
from games.live.personal.wishes import WishMark, way, wish_marks, wish_row, wishes_of
from games.live.personal.words import Line, in_words, names_in, newest
from games.live.snapshot import load
from games.notices.models import Notice
from games.relations.reading import Relations, relations_of
from games.table import clock
from games.table.models import Seat, Status, Table
from games.table.words import title

MOST_TABLES = 20


class SeatMark(NamedTuple):
    """A seat at a table that is not over."""

    table_id: int
    version: int
    away_ms: int | None


class Mark(NamedTuple):
    """Differs when the truth does, and is cheap to read for many players at once."""

    name: str
    unread: int
    newest: datetime | None
    seats: tuple[SeatMark, ...]
    here: tuple[int, ...] = ()  # players they follow
    wish: WishMark | None = None
    invitations: InvitationMark = InvitationMark()
    relations: Relations | None = None  # for pages that show the lobby

    def for_page(self, table_id: int | None, *, lobby: bool) -> Self:
        """Without this table, and without what only the lobby needs."""
        seats = tuple(seat for seat in self.seats if seat.table_id != table_id)
        return self._replace(seats=seats, relations=self.relations if lobby else None)


def marks(players: Collection[int], in_lobby: Collection[int] = ()) -> dict[int, Mark]:
    """Read them in a thread, with a few queries.  `in_lobby`: those of them who look at it."""
    seats: dict[int, list[SeatMark]] = defaultdict(list)
    unfinished = Seat.objects.filter(player__in=players, ended_at=None, bot=False)
    unfinished = unfinished.filter(table__status__in=("open", "running")).order_by("-table")
    rows = unfinished.values_list("player", "table", "table__version", "away_ms")
    for player, table, version, away_ms in rows:
        seats[player].append(SeatMark(table, version, away_ms))
    people = Player.objects.filter(pk__in=players).annotate(
        unread=Count("notices", Q(notices__seen=None)), newest=Max("notices__made")
    )
    here, wishes = followed_here(players), wish_marks(players)
    invitations, relations = invitation_marks(players, here), relations_of(in_lobby)
    return {
        pk: Mark(
            name,
            unread,
            made,
            tuple(seats[pk]),
            here[pk],
            wishes.get(pk),
            invitations[pk],
            relations.get(pk),
        )
        for pk, name, unread, made in people.values_list("pk", "name", "unread", "newest")
    }


class Request(NamedTuple):
    """For the truth of a player, in a language."""

    player_id: int
    mark: Mark
    language: str


def truths(requests: Collection[Request]) -> dict[Request, str]:
    """Encoded; read them in a thread, with a few queries however many they are.  No card is in
    them."""
    notices: dict[int, list[Notice]] = defaultdict(list)
    for notice in newest({one.player_id for one in requests}):
        notices[notice.player_id].append(notice)
    names = names_in([notice for each in notices.values() for notice in each])
    sanctions = sanctions_of({one.player_id for one in requests})
    ids = {seat.table_id for one in requests for seat in one.mark.seats[:MOST_TABLES]}
    online = {pk for one in requests for pk in one.mark.here}
    followed = Player.objects.in_bulk(online) if online else {}
    tables = Table.objects.defer("state", "secret", "deal", "front").in_bulk(ids)
    wishes = wishes_of({one.player_id for one in requests if one.mark.wish})
    invitations = invitations_of(one.mark.invitations for one in requests)
    found = {}
    for one in requests:
        with translation.override(one.language):
            rows = [
                table_row(tables[seat.table_id], one.player_id, seat)
                for seat in one.mark.seats[:MOST_TABLES]
            ]
            wish = wishes.get(one.player_id)
            me = {
                "name": one.mark.name,
                "unread": one.mark.unread,
                "notices": [notice_row(line) for line in in_words(notices[one.player_id], names)],
                "tables": rows,
                "here": people_rows([followed[pk] for pk in one.mark.here if pk in followed]),
                "sanctions": [sanction_row(each) for each in sanctions[one.player_id]],
                "invitations": invitation_rows(one.mark.invitations, invitations),
                "wish": wish and wish_row(wish),
                "go": wish and way(wish),
            }
            if one.mark.relations is not None:
                me |= one.mark.relations._asdict()
        found[one] = protocol.encode({"me": me})
    return found


def sanctions_of(players: Collection[int]) -> dict[int, list[Sanction]]:
    """Sanctions in force, by player."""
    found: dict[int, list[Sanction]] = defaultdict(list)
    standing = Sanction.objects.filter(player__in=players)
    for sanction in standing.standing(at=clock.moment(clock.now_ms())).order_by("since"):
        found[sanction.player_id].append(sanction)
    return found


def notice_row(line: Line) -> dict[str, Any]:
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
    """It ends by itself; no message says so.  `until` is null for good."""
    until = sanction.until and int(sanction.until.timestamp() * 1000)
    return {"kind": sanction.kind, "rule": sanction.rule, "until": until}


def table_row(table: Table, player_id: int, seat: SeatMark) -> dict[str, Any]:
    """`asks`: whether the game waits for this player."""
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
