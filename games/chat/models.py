"""Lines of chat.  A table has a room for its seats and a room for its watchers."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, UniqueConstraint
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.accounts.names import fold
from games.table.models import Table

LONGEST = 200  # characters


class Room(models.TextChoices):
    SEATS = "seats", _("Players")
    WATCHERS = "watchers", _("Spectators")


class Line(models.Model):
    """A line of chat: either `text` or `quick`, a key of QUICK or SIGNS.  `version` is the table's
    version when the line was written."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="lines", db_index=False)
    room = models.CharField(max_length=8, choices=Room)
    # Epoch ms, and the number of the line in its room.  Gaps do not reveal lines that a reader
    # does not see.
    said_ms = models.BigIntegerField(db_index=True)
    version = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="lines", db_index=False)
    text = models.CharField(max_length=LONGEST, blank=True)
    quick = models.CharField(max_length=16, blank=True)
    command = models.UUIDField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "room", "said_ms"], name="one_line_a_number"),
            UniqueConstraint(fields=["table", "command"], name="one_line_a_command"),
        ]
        indexes = [models.Index(F("player"), F("said_ms").desc(), name="lines_of_player")]

    def __str__(self) -> str:
        return f"line {self.said_ms} at table {self.table_id}"


class LastLine(models.Model):
    """The number of a room's last line.  The row is locked while a line is added, so that lines are
    committed in order and readers miss none."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+", db_index=False)
    room = models.CharField(max_length=8, choices=Room)
    said_ms = models.BigIntegerField(default=0)

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "room"], name="one_last_line_a_room")]

    def __str__(self) -> str:
        return f"{self.room} of table {self.table_id}"


class ListedWord(models.Model):
    """A forbidden word; `folded` is the form in which words are compared, as for names."""

    word = models.CharField(_("word"), max_length=40)
    language = models.CharField(_("language"), max_length=8, blank=True)
    folded = models.CharField(max_length=160, unique=True, editable=False)

    class Meta:
        verbose_name = _("listed word")
        verbose_name_plural = _("listed words")

    def __str__(self) -> str:
        return self.word

    def clean(self) -> None:
        self.folded = fold(self.word)
        if ListedWord.objects.filter(folded=self.folded).exclude(pk=self.pk).exists():
            raise ValidationError(gettext("This word, or one that looks like it, is listed."))
