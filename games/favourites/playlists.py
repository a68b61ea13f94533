"""The only writer of playlists.  All functions raise Refused; additions and texts count towards a
limit."""

import re

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.accounts import refusals
from games.accounts.models import Player
from games.accounts.names import as_typed, clean_title
from games.accounts.people import begin_change
from games.favourites.models import LONGEST_NAME, LONGEST_NOTE, Playlist, PlaylistGame
from games.limits.declared import PLAYLISTS
from games.table.models import Table

MOST_OWNED = 50
MOST_GAMES = 200
CODE = re.compile(r"(?:/[gt]/|^)(\w{8})\b", re.ASCII)  # alone, or in the address of a game

SENTENCES = {
    "ACCOUNTS_LIST": _("Sign up or sign in to make playlists."),
    "BAD_LIST_NAME": _("A playlist needs a name of 1 to 60 characters."),
    "LONG_LINE": _("A line of a playlist has at most 200 characters."),
    "NO_FINISHED_GAME": _("There is no finished game with this code that you can see."),
    "NOT_IN_LIST": _("This game is not in the playlist."),
    "NOT_YOUR_LIST": _("Only the owner of this playlist may do that."),
    "TOO_MANY_LISTS": _("You have 50 playlists, which is the limit. Delete one."),
    "TOO_MANY_GAMES": _("This playlist has 200 games, which is the limit. Remove one."),
}


class Refused(refusals.Refused):
    """A refused change of a playlist."""

    sentences = SENTENCES


@transaction.atomic
def make(*, by: Player, name: str, about: str = "") -> Playlist:
    """Create an empty playlist, which only its owner sees.  Raises Refused, TooMany."""
    if not by.is_person:
        raise Refused("ACCOUNTS_LIST")
    title, line = clean(name), clean_line(about)
    begin_change(by, PLAYLISTS)
    if by.playlists.count() >= MOST_OWNED:
        raise Refused("TOO_MANY_LISTS")
    return Playlist.objects.create(owner=by, name=title, about=line)


@transaction.atomic
def describe(*, playlist: Playlist, by: Player, name: str, about: str, shown: bool) -> None:
    """Change the texts of a playlist, and whether other people see it.  Raises Refused, TooMany."""
    verify_owns(playlist, by)
    playlist.name, playlist.about, playlist.shown = clean(name), clean_line(about), shown
    begin_change(by, PLAYLISTS)
    playlist.save(update_fields=["name", "about", "shown"])


def delete(*, playlist: Playlist, by: Player) -> None:
    """Delete a playlist, but not its games.  Raises Refused."""
    verify_owns(playlist, by)
    playlist.delete()


@transaction.atomic
def add(*, playlist: Playlist, by: Player, game: str, note: str = "") -> None:
    """Add a game at the end, unless the playlist already contains it: a finished game that the
    owner may see, by its code or address.  Raises Refused, TooMany."""
    verify_owns(playlist, by)
    line, found = clean_line(note), CODE.search(game.strip())
    code = found[1].upper() if found else ""
    table = Table.objects.visible_to(by.pk).over().exclude(started_ms=None).filter(code=code)
    if (key := table.values_list("pk", flat=True).first()) is None:
        raise Refused("NO_FINISHED_GAME")
    begin_change(by, PLAYLISTS)
    count = playlist.games.count()
    if playlist.games.filter(table=key).exists():
        return
    if count >= MOST_GAMES:
        raise Refused("TOO_MANY_GAMES")
    playlist.games.create(table_id=key, place=count + 1, note=line)


@transaction.atomic
def arrange(*, playlist: Playlist, by: Player, key: int, place: int, note: str) -> None:
    """Move a game (the primary key of its row) to a place, and change the note on it.  Raises
    Refused, TooMany."""
    verify_owns(playlist, by)
    line = clean_line(note)
    begin_change(by, PLAYLISTS)
    rows = list(playlist.games.all())
    row = find(rows, key)
    rows.remove(row)
    rows.insert(place - 1, row)
    row.note = line
    number(rows)


@transaction.atomic
def remove(*, playlist: Playlist, by: Player, key: int) -> None:
    """Remove a game (the primary key of its row) from a playlist.  Raises Refused, TooMany."""
    verify_owns(playlist, by)
    begin_change(by, PLAYLISTS)
    rows = list(playlist.games.all())
    row = find(rows, key)
    rows.remove(row)
    row.delete()
    number(rows)


def find(rows: list[PlaylistGame], key: int) -> PlaylistGame:
    found = [row for row in rows if row.pk == key]
    if not found:
        raise Refused("NOT_IN_LIST")
    return found[0]


def number(rows: list[PlaylistGame]) -> None:
    for place, row in enumerate(rows, 1):
        row.place = place
    PlaylistGame.objects.bulk_update(rows, ["place", "note"])


def clean(name: str) -> str:
    title = clean_title(as_typed(name), LONGEST_NAME)
    if not title:
        raise Refused("BAD_LIST_NAME")
    return title


def clean_line(text: str) -> str:
    line = " ".join(as_typed(text).split())
    if len(line) > LONGEST_NOTE:
        raise Refused("LONG_LINE")
    return line


def verify_owns(playlist: Playlist, by: Player) -> None:
    if playlist.owner_id != by.pk:
        raise Refused("NOT_YOUR_LIST")
