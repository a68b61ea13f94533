"""A person's menu: their relation to the reader, and the reader's acts.  The menu is the same at a
seat, beside a line of chat and on a profile."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.pages.history.player import find_player, relation_to
from games.ratings.reading import skills_of
from games.ratings.skill import Skill
from games.relations.circles import Member
from games.relations.models import Follow
from games.table.models import Status, Table
from games.table.rated import pool_of, pool_of_table


class Seated(NamedTuple):
    """A person at a table, as a reader sees this person."""

    player: Player
    followed: bool
    skill: Skill | None  # in the pool of the table's rules; at rated tables everybody has one
    label: str  # how the owner of the table's circle calls a guest


def seated_at(table: Table, players: Mapping[int, Player], reader: object) -> dict[int, Seated]:
    """The people at a table by seat.  The number of queries does not grow with the seats."""
    ids = [player.pk for player in players.values()]
    followed = followed_among(ids, reader)
    skills, labels = skills_at(table, ids), labels_at(table, ids)
    return {
        seat: Seated(who, who.pk in followed, skills.get(who.pk), labels.get(who.pk, ""))
        for seat, who in players.items()
    }


def followed_among(players: Collection[int], reader: object) -> set[int]:
    """The players among these (ids) whom the reader follows."""
    if not isinstance(reader, Player) or not reader.is_person:
        return set()
    follows = Follow.objects.filter(player=reader, followed__in=players)
    return set(follows.values_list("followed", flat=True))


def skills_at(table: Table, players: list[int]) -> dict[int, Skill]:
    pool = pool_of_table(table) or pool_of(table.game, table.preset, table.players)
    if pool is None:
        return {}
    usual = {player: Skill() for player in players} if table.rated else {}
    return usual | skills_of(pool.key, players, timezone.now())


def labels_at(table: Table, players: list[int]) -> dict[int, str]:
    if table.circle_id is None:
        return {}
    named = Member.objects.filter(circle=table.circle_id, player__in=players).exclude(label="")
    return dict(named.values_list("player", "label"))


@never_cache
@require_safe
def menu(request: HttpRequest, slug: str) -> HttpResponse:
    """The menu of a person, loaded by a table's scripts; `line`: the line of chat beside which it
    was opened."""
    person, reader = find_player(slug), request.user
    tables = Table.objects.visible_to(reader.pk).light()
    table = tables.filter(code=request.GET.get("table", "").upper()).first()
    rows = table.seats.select_related("player__owner") if table else ()
    players = {row.number: row.player for row in rows}
    seated = seated_at(table, players, reader) if table else {}
    seats = {entry.player: entry for entry in seated.values()}
    relation = relation_to(person, reader)
    followed = relation is not None and relation.follows
    skill = skills_at(table, [person.pk]).get(person.pk) if table else None
    context = {
        "person": person,
        "own": reader == person,
        "relation": relation,
        "who": seats.get(person) or Seated(person, followed, skill, ""),
        "table": table,
        "line": request.GET.get("line", ""),
        "together": table is not None and not table.is_over and {reader, person} <= seats.keys(),
        "invites": table is not None
        and table.status == Status.OPEN
        and reader in seats
        and person not in seats,
    }
    return render(request, "people/_menu.html", context)
