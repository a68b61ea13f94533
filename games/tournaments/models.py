"""Stored tournaments (11.1).  `writer` alone changes them; points are exact text."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.relations.circles import Circle
from games.table.models import Table, new_code
from games.tournaments import formats
from games.tournaments.acts import State
from games.tournaments.declared import Labelled
from games.tournaments.formats.base import Format
from games.tournaments.lists import LONGEST_NOTE
from games.tournaments.querysets import TournamentQuerySet
from games.tournaments.scoring.record import Kind
from games.tournaments.scoring.season import Scoring

POINTS = 12  # characters of a fraction of points


def choices(values: Iterable[Labelled]) -> list[tuple[str, Any]]:
    return [(str(one), _(one.label)) for one in values if one]


BOT_ARENA = "Bot arena"  # the name of the show tournament that sleeps while nobody watches


class Season(models.Model):
    """A season: events of a circle that share one table; only members see it."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    best = models.PositiveSmallIntegerField(null=True)  # events that count; None: all
    scoring = models.CharField(max_length=5, choices=choices(Scoring), default=Scoring.PLACE)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.circle.code, self.pk])


class Tournament(models.Model):
    """A tournament: its terms, its state and its lots.  `revision`: the number of its last act;
    `version`: the number of writes to any part of it, after each of which open pages reload."""

    code = models.CharField(max_length=8, unique=True, default=new_code)
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=2000, blank=True)
    terms = models.JSONField(default=dict)  # terms.Terms
    state = models.CharField(max_length=9, choices=choices(State), default=State.DRAFT)
    revision = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    last_hash = models.CharField(max_length=64)
    secret = models.BinaryField(max_length=32, default=b"")  # drawn when it is announced
    commitment = models.CharField(max_length=64, blank=True)
    key = models.BinaryField(max_length=32, default=b"")  # key of the lots, known at the start
    # The circle whose event it is; None: the site's, or of a deleted circle.
    circle = models.ForeignKey(
        Circle, models.SET_NULL, null=True, blank=True, related_name="events", db_index=False
    )
    private = models.BooleanField(default=False, db_default=False)  # the circle alone sees it
    season = models.ForeignKey(
        Season, models.SET_NULL, null=True, blank=True, related_name="events"
    )
    created_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    created_ms = models.BigIntegerField()
    state_ms = models.BigIntegerField()  # when it came into this state
    started_ms = models.BigIntegerField(null=True)
    ended_ms = models.BigIntegerField(null=True)
    due_ms = models.BigIntegerField(null=True)  # when the clock has something to do
    given_ms = models.BigIntegerField(default=0)  # end of the last outage given back (10.6)
    question = models.CharField(max_length=16, blank=True)  # why it waits for a director
    # A draw that a director wants and a worker is to compute: {"act", "by", "round", "reason"}.
    pending_draw = models.JSONField(null=True)
    screen_keys = models.PositiveIntegerField(default=0, db_default=0)  # renewals so far

    objects = TournamentQuerySet.as_manager()

    class Meta:
        permissions = [("direct_tournament", "Can direct tournaments")]
        indexes = [
            models.Index(
                fields=["due_ms"], condition=Q(due_ms__isnull=False), name="tournament_due"
            ),
            models.Index(fields=["state", "-id"], name="tournament_state"),
            models.Index(
                fields=["circle", "-id"],
                condition=Q(circle__isnull=False),
                name="event_of_a_circle",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.code])

    def last_stage(self) -> "Stage | None":
        """The last stage that has begun."""
        begun = [stage for stage in self.stages.all() if stage.state != Stage.State.WAITING]
        return max(begun, key=lambda stage: stage.number, default=None)

    def unfinished_tables(self) -> "models.QuerySet[Table]":
        """Tables that are open or running."""
        unfinished = Table.objects.filter(status__in=("open", "running"))
        mine = unfinished.filter(tournament_game__pairing__round__stage__tournament=self)
        return mine.only("pk").order_by("pk")


class Entrant(models.Model):
    """A player in a tournament.  `number` is the order of entry."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        LEFT = "left", _("left before the start")
        DROPPED = "dropped", _("did not check in")
        PLAYING = "playing", _("playing")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="entrants")
    status = models.CharField(max_length=12, choices=Status, default=Status.ENTERED)
    entropy = models.CharField(max_length=32, blank=True)  # hex, from the browser
    entered_ms = models.BigIntegerField()
    arrived = models.BooleanField(default=False)
    starter = models.BooleanField(default=False)  # in the field at the start
    rating = models.FloatField(null=True)  # at the start
    place = models.PositiveIntegerField(null=True)  # in the finished tournament
    away = models.BooleanField(default=False)  # a no-show, until the entrant says to be back
    misses = models.JSONField(default=dict)  # rounds of the stage announced to be missed: kind
    card = models.BooleanField(default=False, db_default=False)  # a guest who was entered by name
    card_seed = models.CharField(max_length=128, blank=True, db_default="", default="")
    card_used_ms = models.BigIntegerField(null=True)  # when the card signed somebody in first
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, db_default="")  # for directors

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
        ]

    def __str__(self) -> str:
        return f"entrant {self.number} of {self.tournament_id}"

    def status_words(self) -> str:
        """The entrant's status in words."""
        if self.away and self.status == self.Status.PLAYING:
            return gettext("away")
        return str(self.get_status_display())

    @property
    def is_gone(self) -> bool:
        """Whether the entrant has withdrawn or was disqualified, and so is not drawn any more."""
        return self.status in (self.Status.WITHDRAWN, self.Status.DISQUALIFIED)


class Stage(models.Model):
    """A stage of a tournament: its format, its field and its rounds."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        OVER = "over", _("Over")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    settings = models.JSONField()  # settings.Settings
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    opened_ms = models.BigIntegerField(null=True)
    restate_from = models.PositiveSmallIntegerField(null=True)  # standings to be computed anew
    plan = models.JSONField(null=True)  # plan of a round robin: tables of seeds, by round (5.5.1)
    ends_ms = models.BigIntegerField(null=True)  # end of an arena
    wave_ms = models.BigIntegerField(null=True)  # when an arena next looks for a wave

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number")
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"

    @property
    def format(self) -> Format:
        """The format in which the stage is played."""
        return formats.find(self.settings.get("format", formats.DEFAULT))


class Seed(models.Model):
    """The seed of an entrant in the field of a stage; 1 is the best."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="field")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="seeds")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_entrant_a_seed"),
            models.UniqueConstraint(fields=["stage", "entrant"], name="one_seed_an_entrant"),
        ]

    def __str__(self) -> str:
        return f"seed {self.number} of stage {self.stage_id}"


class Contender(models.Model):
    """An entrant in an arena: the results so far, and the time since which the entrant has
    waited."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="contenders")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="contenders")
    points = models.PositiveIntegerField(default=0)  # in 840ths (7.2)
    wins = models.PositiveIntegerField(default=0)  # sole first places
    in_a_row = models.PositiveIntegerField(default=0)  # sole first places until now
    games = models.PositiveIntegerField(default=0)
    last = models.ForeignKey("Pairing", models.SET_NULL, null=True, related_name="+")
    free_ms = models.BigIntegerField(null=True, default=0)  # when they last left a table
    waiting_ms = models.BigIntegerField(null=True)  # None: they do not wait

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="one_contender_an_entrant")
        ]

    def __str__(self) -> str:
        return f"entrant {self.entrant_id} in stage {self.stage_id}"


class Round(models.Model):
    """A round: pairings that are drawn together.  An undone round is kept beside the one that
    replaces it."""

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn, not published")
        PUBLISHED = "published", _("begins soon")
        OPENING = "opening", _("tables are opening")
        PLAYING = "playing", _("playing")
        COMPLETE = "complete", _("complete")
        UNDONE = "undone", _("undone")

    class Method(models.TextChoices):
        DUTCH = "dutch", _("the FIDE Dutch system")
        COST = "cost", _("fewest repeated opponents")
        FALLBACK = "fallback", _("fewest repeated opponents, because no legal draw was left")
        MANUAL = "manual", _("by hand, by a director")
        BERGER = "berger", _("the Berger tables")
        DESIGN = "design", _("a plan made at the start")
        BRACKET = "bracket", _("the bracket")
        ARENA = "arena", _("who was waiting")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State, default=State.DRAWN)
    method = models.CharField(max_length=8, choices=Method)  # 14.3
    cost = models.JSONField(null=True)  # {"rep", "short", "spread"} (5.7.5)
    pool = models.JSONField(null=True)  # pool of an arena's wave: {"pool", "duel"} (14.3)
    why = models.JSONField(default=dict)  # byes; the draw replaced by hand (8.1, 8.3)
    begins_ms = models.BigIntegerField(null=True)  # when tables are opened
    drawn_ms = models.BigIntegerField()
    published_ms = models.BigIntegerField(null=True)
    begun_ms = models.BigIntegerField(null=True)
    ended_ms = models.BigIntegerField(null=True)
    undone_by = models.PositiveIntegerField(null=True)  # number of the act

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"], condition=~Q(state="undone"), name="one_draw_a_round"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number} of stage {self.stage_id}"


class Pairing(models.Model):
    """A pairing: the entrants at one table."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("not begun")
        OPEN = "open", _("playing")
        PLAYED = "played", _("played")
        ADJUDICATED = "adjudicated", _("ended at the time limit")
        WALKOVER = "walkover", _("walk-over")
        NOSHOW = "noshow", _("nobody came")
        RULED = "ruled", _("decided by a director")
        VOID = "void", _("void")
        LOT = "lot", _("decided by lot")
        ANNULLED = "annulled", _("annulled")

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()
    node = models.CharField(max_length=8, blank=True)  # node of an elimination
    status = models.CharField(max_length=11, choices=Status, default=Status.PLANNED)
    why = models.JSONField(default=dict)  # 8.1

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_pairing_a_number"),
            models.UniqueConstraint(
                fields=["round", "node"], condition=~Q(node=""), name="one_pairing_a_node"
            ),
        ]
        indexes = [models.Index(fields=["round"], condition=Q(status="open"), name="pairing_open")]

    def __str__(self) -> str:
        return f"pairing {self.number} of round {self.round_id}"


class Place(models.Model):
    """The place of an entrant in a round: a seat in a pairing, or a kind of round without a
    pairing.  Both are rows of one table, so that no entrant is twice in a round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="places")
    pairing = models.ForeignKey(Pairing, models.CASCADE, null=True, related_name="places")
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=12, choices=choices(Kind), default=Kind.PLAYED)
    place = models.PositiveSmallIntegerField(null=True)  # None: has not come, or not known yet
    points = models.CharField(max_length=POINTS, blank=True)
    node = models.CharField(max_length=8, blank=True)  # node of a bye in an elimination

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_place_a_round"),
            models.UniqueConstraint(
                fields=["pairing", "seat"],
                condition=Q(pairing__isnull=False),
                name="one_entrant_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"entrant {self.entrant_id} in round {self.round_id}"


class TournamentGame(models.Model):
    """One game of a pairing, at a table."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, models.PROTECT, related_name="tournament_game")
    void = models.BooleanField(default=False)
    void_by = models.PositiveIntegerField(null=True)  # number of the act that called it off
    opened_ms = models.BigIntegerField()

    class Meta:
        db_table = "games_game"  # its name in the first databases
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="one_game_a_number")
        ]

    def __str__(self) -> str:
        return f"game {self.number} of pairing {self.pairing_id}"


class Standing(models.Model):
    """The stored standing after a round, in the order in which pages show it: one row [entrant,
    place, points, ties] for each entrant (14.5)."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standings")
    after = models.PositiveSmallIntegerField()
    rows = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "after"], name="one_standing_a_round")
        ]

    def __str__(self) -> str:
        return f"standing after round {self.after} of stage {self.stage_id}"
