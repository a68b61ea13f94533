"""Stored tables: the snapshot, the seats, and the log of moves from which the snapshot can be
rebuilt."""

import secrets
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.relations.circles import Circle
from games.table.clock import moment, now_ms
from games.table.querysets import (
    NOW,
    RATEABLE,
    SHOWN,
    MoveQuerySet,
    SeatQuerySet,
    TableQuerySet,
)

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no characters that look alike
# The most battles of a "quick", "short", "normal" and "long" game; more is "epic".
LENGTHS = {"quick": 50, "short": 150, "normal": 400, "long": 1000, "epic": 1_000_000}

# The fields to search the history by.  Status and private are the same in all rows of the indexes,
# but SQLite looks for them there.
NARROWED = (
    *("game", "preset", "end", "size", "length", "result"),
    *("status", "private", "among_bots"),
)


def new_code() -> str:
    """A random code of 40 bits, so that nobody can guess the link to a private table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


class Status(models.TextChoices):
    OPEN = "open", _("Open")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    ABORTED = "aborted", _("Aborted")


class Chat(models.TextChoices):
    """The kinds of lines that people at a table can send each other."""

    TEXT = "text", _("Text and quick words")
    QUICK = "quick", _("Quick words only")
    OFF = "off", _("No chat")


class Table(models.Model):
    """One game with its options, from the first seat taken to the result.  `state` is the snapshot
    after move number `version`, which can be rebuilt from the deal and the moves."""

    code = models.CharField(max_length=8, unique=True, default=new_code)
    game = models.CharField(max_length=16)
    options = models.CharField(max_length=300, blank=True)
    preset = models.CharField(max_length=24, blank=True)
    players = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    private = models.BooleanField(default=False)
    outside_bots = models.BooleanField(default=False)  # may bots of programs sit here?
    fast = models.BooleanField(default=False)  # for bots alone; the site's bots decide at once
    among_bots = models.BooleanField(default=False)  # only programs' bots play; lists omit it
    rated = models.BooleanField(default=False)
    chat = models.CharField(max_length=5, choices=Chat, default=Chat.TEXT)
    guest_text = models.BooleanField(default=True)  # may guests write, if it is private?
    # Only its members see this table.
    circle = models.ForeignKey(
        Circle, models.SET_NULL, null=True, blank=True, related_name="tables", db_index=False
    )
    opened_by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="opened_tables",
        db_index=False,
    )
    arranged = models.BooleanField(default=False)  # others decided who sits here: they keep to it
    # Whoever opened it plays for both seats, on one device.
    one_screen = models.BooleanField(default=False, db_default=False)
    agree = models.BooleanField(default=True)  # may the players agree to end the game?
    forfeit_after_s = models.PositiveIntegerField(null=True)  # a player away this long resigns
    # Before the deal: a player who is away this long loses the seat.
    vacate_after_s = models.PositiveSmallIntegerField(null=True)
    limit_ms = models.BigIntegerField(null=True)  # game time at which the game is ended
    substitute = models.BooleanField(default=True)
    tempo = models.CharField(max_length=8, blank=True)  # tempo of its bots; empty: the usual one
    away_after_s = models.PositiveSmallIntegerField(default=60)

    state = models.BinaryField(null=True)
    rules_version = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    sealed = models.PositiveIntegerField(default=0)  # moves that only one seat knows of
    started_ms = models.BigIntegerField(null=True)
    lost_ms = models.BigIntegerField(default=0)
    outage = models.PositiveIntegerField(default=0)  # the last one (see Pulse) that was given back
    paused_ms = models.BigIntegerField(null=True)  # when it was paused (epoch ms)
    moved_ms = models.BigIntegerField(default=0)
    due_ms = models.BigIntegerField(null=True)
    deal_ms = models.BigIntegerField(null=True)  # when cards are dealt even if a seat is not ready
    lead_ms = models.PositiveSmallIntegerField(default=0)
    refused_ms = models.BigIntegerField(default=0)  # the last refused command (see writer/orders)
    kept: Any = models.JSONField(null=True)  # {player id: until when a seat is kept, epoch ms}
    offer = models.JSONField(null=True)  # {"what", "by": seat, "until": epoch ms, "yes": [seats]}

    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)  # empty: the date alone gave the deal (`day`)
    deal = models.TextField(blank=True)
    day = models.DateField(null=True)  # the deal of this day
    # The name of a deal that other tables have as well, whose secret this is.
    shared_deal = models.CharField(max_length=40, blank=True, db_default="")
    by_hand = models.CharField(
        max_length=160, blank=True, db_default="", default=""
    )  # hands.stored
    held_back = models.BooleanField(default=False, db_default=False)  # others still play its cards

    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=12, blank=True)
    result = models.CharField(max_length=24, default="*")
    reason = models.CharField(max_length=300, blank=True)  # why it was aborted, or is paused
    score = models.IntegerField(null=True)  # in games that also have points
    length = models.PositiveIntegerField(default=0)
    size = models.CharField(max_length=8, blank=True)  # a key of LENGTHS, once finished
    wars = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=list)
    front = models.JSONField(default=list)
    archived = models.BooleanField(default=False)  # its moves are in its archive
    rematch = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch_of"
    )

    # A game that goes on from a place of another one: which, where, and after which of its moves.
    # If that one was simulated, the table has a `Beginning` instead of the first and last.
    branch_of = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="branches", db_index=False
    )
    branch_at = models.CharField(max_length=16, blank=True, db_default="", default="")
    branch_move = models.PositiveIntegerField(db_default=0, default=0)

    objects = TableQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["branch_of"],
                condition=Q(branch_of__isnull=False),
                name="table_branches",
            ),
            models.Index(
                fields=["opened_by"],
                condition=Q(opened_by__isnull=False),
                name="table_opened_by",
            ),
            models.Index(
                fields=["day", "result", "-score"],
                condition=Q(day__isnull=False),
                name="table_of_a_day",
            ),
            models.Index(
                fields=["ended_at"],
                condition=Q(archived=False, ended_at__isnull=False),
                name="table_to_archive",
            ),
            models.Index(
                fields=["circle", "-id"],
                condition=Q(circle__isnull=False),
                name="table_of_a_circle",
            ),
            models.Index(fields=["due_ms"], condition=Q(due_ms__isnull=False), name="table_due"),
            # What the site shows, and what nobody played: few among many.
            models.Index(fields=["ended_at"], condition=SHOWN, name="show_ended"),
            models.Index(
                fields=["ended_at"],
                condition=Q(status="aborted", deal=""),
                name="table_never_played",
            ),
            models.Index(
                fields=["status", "private", "-id"],
                condition=Q(status__in=["open", "running"]),
                name="table_now",
            ),
            models.Index(fields=["id"], condition=Q(status__in=NOW), name="table_in_turn"),
            models.Index(
                fields=["game", "preset", "among_bots", "ended_at"],
                condition=RATEABLE,
                name="table_of_a_pool",
            ),
            # The history: newest first, whole or filtered.  Other filters are appended, so that
            # rows that do not match are skipped within the index.
            *(
                models.Index(
                    fields=[*names, "-ended_at", "-id", *(n for n in NARROWED if n not in names)],
                    condition=Q(status="finished", private=False),
                    name="history_" + "_".join(names or ("all",)),
                )
                for names in ((), ("game",), ("preset",), ("end",), ("size",))
            ),
            models.Index(
                fields=["-ended_at", "-id", *NARROWED],
                condition=Q(status="finished", private=False, result__startswith="="),
                name="history_shared",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("replay" if self.shows_cards else "table", args=[self.code])

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def shows_cards(self) -> bool:
        """Whether nothing is secret any more: the game is over, and no other table still plays its
        cards."""
        return self.is_over and not self.held_back

    @property
    def is_for_everybody(self) -> bool:
        """Whether everybody may see this table, so that nobody has to query `visible_to`."""
        is_open_day = self.day is not None and self.day >= moment(now_ms()).date()
        return self.circle_id is None and not self.held_back and not is_open_day

    @property
    def is_branch(self) -> bool:
        """Whether the game continues from a place in another game."""
        return bool(self.branch_at)

    @property
    def origin(self) -> str:
        """The code of the game from which a branch continues: the table's code, or the code of the
        run and the number of the game."""
        if self.branch_of is not None:
            return self.branch_of.code
        return f"{self.beginning.run}/{self.beginning.number}"

    @property
    def origin_url(self) -> str:
        """The URL of the place from which a branch continues."""
        if self.branch_of is not None:
            return reverse("place", args=[self.branch_of.code, self.branch_at])
        return reverse(
            "lab_place", args=[self.beginning.run, self.beginning.number, self.branch_at]
        )

    @property
    def first_place(self) -> int:
        """The battle, round or second in which the game begins."""
        return int(self.branch_at.partition(".")[0] or 0)

    @property
    def shown(self) -> int:
        """The public version, which does not count sealed moves."""
        return self.version - self.sealed

    def game_ms(self, now: int) -> int:
        """The game time at `now` (epoch ms): ms since the deal, without outages and pauses."""
        if self.started_ms is None:
            return 0
        stopped = now if self.paused_ms is None else min(now, self.paused_ms)
        return stopped - self.started_ms - self.lost_ms

    @property
    def until_ms(self) -> int | None:
        """The end of the running game's time limit (epoch ms)."""
        if self.limit_ms is None or self.started_ms is None or self.paused_ms is not None:
            return None
        return self.epoch_ms(self.limit_ms)

    def epoch_ms(self, at: int) -> int:
        """The epoch time (ms) of game time `at`."""
        return at + (self.started_ms or 0) + self.lost_ms


class Seat(models.Model):
    """A seat at a table and its player."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats", db_index=False)
    ready = models.BooleanField(default=False)
    entropy = models.BinaryField(max_length=16, default=b"")
    bot = models.BooleanField(default=False)
    substitute = models.BooleanField(default=False)
    away_ms = models.BigIntegerField(null=True)
    offered_ms = models.BigIntegerField(default=0)
    rtt_ms = models.PositiveSmallIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    won = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True)  # end of the table, for the history of a player

    objects = SeatQuerySet.as_manager()

    class Meta:
        # Names, entropies and places are read by seat, and PostgreSQL returns rows as they lie.
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_a_player"),
        ]
        indexes = [
            models.Index(F("player"), F("ended_at").desc(), F("table").desc(), name="seat_history"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"

    @property
    def plays_itself(self) -> bool:
        """Whether a bot acts for this seat: its own bot, or the substitute for an absent player."""
        return self.bot or self.substitute


class Move(models.Model):
    """One entry of a table's log.  An entry never changes, and is archived some time after the
    end."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(default=0)
    # The log outlives its players: no constraint, and no index, which nothing would use.
    player = models.ForeignKey(
        Player, models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )
    act = models.CharField(max_length=16)
    args: Any = models.JSONField(default=dict)
    at_ms = models.BigIntegerField(default=0)
    command = models.UUIDField(null=True)
    refused = models.CharField(max_length=24, blank=True)
    sealed = models.BooleanField(default=False)  # nobody else learns even that it was made
    events: Any = models.JSONField(default=list)

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number"),
            models.UniqueConstraint(
                fields=["table", "command"],
                condition=Q(command__isnull=False),
                name="one_move_a_command",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.act} of table {self.table_id}"


class Archive(models.Model):
    """The moves of a game that ended long ago, in one row instead of a row for each move (see
    moves.py)."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="archive")
    moves = models.BinaryField()

    def __str__(self) -> str:
        return f"archive of table {self.table_id}"


class SealedDay(models.Model):
    """The secret of a deal of the day (see daily.py)."""

    day = models.DateField(primary_key=True)
    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"secret of {self.day}"


class Pulse(models.Model):
    """The live worker's last report, and the last outage between two reports.  The table has one
    row."""

    alive_ms = models.BigIntegerField(default=0)
    outage = models.PositiveIntegerField(default=0)  # outages so far
    since_ms = models.BigIntegerField(default=0)
    until_ms = models.BigIntegerField(default=0)
    settled = models.PositiveIntegerField(default=0, db_default=0)  # the last one all have got back

    def __str__(self) -> str:
        return f"alive at {self.alive_ms}"
