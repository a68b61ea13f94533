"""Favourites, which are finished games and lab runs that a person keeps; and playlists, which are
named lists of games that the owner may show to everybody."""

from typing import Self

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.accounts.names import isolated_text
from games.lab.runs.models import Simulation
from games.table.models import Table, new_code

LONGEST_NOTE = 200
LONGEST_NAME = 60


class FavouriteQuerySet(models.QuerySet["Favourite"]):
    def of(self, player: Player) -> Self:
        """The favourites of a player, latest first."""
        return self.filter(player=player).order_by("-id")


class Favourite(models.Model):
    """A game (`table`) or a run of the lab that a person keeps, with a note that nobody else
    reads."""

    player = models.ForeignKey(
        Player,
        models.CASCADE,
        related_name="favourites",
        db_index=False,  # part of another index
        verbose_name=_("player"),
    )
    table = models.ForeignKey(
        Table, models.CASCADE, null=True, related_name="+", verbose_name=_("game")
    )
    run = models.ForeignKey(
        Simulation, models.CASCADE, null=True, related_name="+", verbose_name=_("run")
    )
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    made_at = models.DateTimeField(_("kept"), auto_now_add=True)

    objects = FavouriteQuerySet.as_manager()

    class Meta:
        verbose_name = _("favourite")
        verbose_name_plural = _("favourites")
        indexes = [models.Index(fields=["player", "-id"], name="favourites_of_player")]
        constraints = [
            CheckConstraint(
                condition=Q(table=None, run__isnull=False) | Q(table__isnull=False, run=None),
                name="favourite_of_one",
            ),
            UniqueConstraint(
                fields=["player", "table"], condition=Q(run=None), name="favourite_game"
            ),
            UniqueConstraint(
                fields=["player", "run"], condition=Q(table=None), name="favourite_run"
            ),
        ]

    def __str__(self) -> str:
        return str(self.table or self.run)


class PlaylistQuerySet(models.QuerySet["Playlist"]):
    def of(self, player: Player) -> Self:
        """The playlists of a player, latest first."""
        return self.filter(owner=player).order_by("-id")

    def shown(self) -> Self:
        """Public playlists, except those of banned players."""
        return self.filter(shown=True, owner__is_active=True)

    def find_for(self, reader: object, code: str) -> "Playlist | None":
        """The playlist with this code, if it is public or the reader's own."""
        seen = self.shown()
        if isinstance(reader, Player):
            seen |= self.filter(owner=reader)
        return seen.select_related("owner__preferences").filter(code=code.upper()).first()


class Playlist(models.Model):
    """A named list of games in a chosen order.  Only the owner sees the list until it is
    `shown`."""

    code = models.CharField(_("code"), max_length=8, unique=True, default=new_code)
    owner = models.ForeignKey(
        Player, models.CASCADE, related_name="playlists", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    about = models.CharField(_("about it"), max_length=LONGEST_NOTE, blank=True)
    shown = models.BooleanField(_("shown to everybody"), default=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    objects = PlaylistQuerySet.as_manager()

    class Meta:
        verbose_name = _("playlist")
        verbose_name_plural = _("playlists")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("playlist", args=[self.code])

    @property
    def called(self) -> str:
        """The name of the playlist, for use in sentences without markup."""
        return isolated_text(self.name)


class PlaylistGame(models.Model):
    """A game in a playlist, with a note for everybody who may see the game and the playlist."""

    playlist = models.ForeignKey(
        Playlist,
        models.CASCADE,
        related_name="games",
        db_index=False,  # the constraint has one
        verbose_name=_("playlist"),
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="+", verbose_name=_("game"))
    place = models.PositiveSmallIntegerField(_("place"))  # from 1
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        verbose_name = _("game of a playlist")
        verbose_name_plural = _("games of playlists")
        ordering = ["place", "pk"]
        constraints = [UniqueConstraint(fields=["playlist", "table"], name="playlist_game")]

    def __str__(self) -> str:
        return f"{self.playlist} {self.place}"
