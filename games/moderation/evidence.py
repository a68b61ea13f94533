"""Copies of reported things, made at the time of the report, so that later changes do not affect
them."""

from typing import Any

from games.accounts.models import Player
from games.chat.models import Line
from games.favourites.models import Playlist
from games.relations.circles import Circle
from games.rule_sets.models import RuleSet
from games.table.models import Table
from games.table.words import title

AROUND = 20  # lines before and after a reported one
LAST = 3  # games that two players shared


def of_player(player: Player) -> dict[str, Any]:
    return {"player": {"id": player.pk, "name": player.name}}


def of_table(table: Table) -> dict[str, Any]:
    seats = table.seats.order_by("number").select_related("player")
    return {
        "table": {
            "code": table.code,
            "title": title(table),
            "status": str(table.status),
            "version": table.version - table.sealed,
            "players": [
                {"seat": seat.number, "id": seat.player_id, "name": seat.player.name}
                for seat in seats
            ],
        }
    }


def of_talk(table: Table) -> dict[str, Any]:
    """The last lines said at a table, in all rooms."""
    lines = Line.objects.filter(table=table).select_related("player").order_by("-said_ms")
    return {"lines": [row(line) for line in reversed(lines[: 2 * AROUND])]}


def of_games(player: Player, other: Player) -> dict[str, Any]:
    """The last tables at which both players had a seat."""
    shared = Table.objects.for_player(player).filter(pk__in=Table.objects.for_player(other))
    tables = shared.order_by("-id")[:LAST]
    return {"games": [{"code": table.code, "title": title(table)} for table in tables]}


def of_circle(circle: Circle) -> dict[str, Any]:
    """A circle, and its members with their names at the time of the report."""
    members = circle.members.select_related("player").order_by("joined_at", "pk")
    players = [{"id": member.player_id, "name": member.player.name} for member in members]
    return {"circle": {"code": circle.code, "name": circle.name, "players": players}}


def of_rule_set(rule_set: RuleSet) -> dict[str, Any]:
    """A set of house rules, and its owner."""
    fields = ("code", "name", "game", "options")
    copy = {"rule_set": {name: getattr(rule_set, name) for name in fields}}
    return of_player(rule_set.owner) | copy


def of_playlist(playlist: Playlist) -> dict[str, Any]:
    """The owner of a playlist, and the owner's texts in the playlist."""
    notes = playlist.games.exclude(note="").values_list("note", flat=True)
    lines = [line for line in (playlist.about, *notes) if line]
    copy = {"code": playlist.code, "name": playlist.name, "lines": lines}
    return of_player(playlist.owner) | {"playlist": copy}


def of_line(line: Line) -> dict[str, Any]:
    """A line of chat, with the lines before and after it in its room."""
    others = Line.objects.filter(table=line.table, room=line.room).select_related("player")
    before = others.filter(said_ms__lt=line.said_ms).order_by("-said_ms")[:AROUND]
    after = others.filter(said_ms__gt=line.said_ms).order_by("said_ms")[:AROUND]
    lines = [*reversed(before), line, *after]
    talk = {"line": row(line) | {"room": line.room}, "lines": [row(other) for other in lines]}
    return of_player(line.player) | of_table(line.table) | talk


def row(line: Line) -> dict[str, Any]:
    return {
        "at": line.said_ms,
        "version": line.version,
        "id": line.player_id,
        "name": line.player.name,
        "text": line.text,
        "quick": line.quick,
    }
