"""The ledger of ratings, and the ratings derived from it."""

from collections.abc import Collection

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.ratings.skill import MU, OPPONENTS, SIGMA, Skill, SkillRecord
from games.table.models import Table
from games.table.rated import POOLS


class Pool(models.Model):
    """The state of a pool's ledger.  Its row is locked while anything is written to it."""

    key = models.CharField(max_length=24, unique=True)
    generation = models.PositiveIntegerField(default=1)  # a rebuilt ledger is a new one
    until = models.DateTimeField(null=True)  # the end of the latest table in it

    def __str__(self) -> str:
        pool = POOLS.get(self.key)
        if pool is None:  # a pool of a former release
            return self.key
        name = gettext(pool.name)
        return gettext("{game}, bots").format(game=name) if pool.of_bots else name


class Note(models.TextChoices):
    """The reason why a rated table does not change ratings; COUNTED if it does."""

    COUNTED = "", _("counted")
    TOGETHER = "together", _("not counted: too many games together today")
    SIBLINGS = "siblings", _("not counted: two bots of the same owner")
    IDLE = "idle", _("not counted: somebody did nothing")
    VOID = "void", _("not counted: declared void")


class RatingChange(models.Model):
    """The change of one seat's rating by a rated table, in the ledger of the pool.  The numbers of
    a pool have no gaps."""

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="changes", db_index=False)
    generation = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, models.PROTECT, related_name="rating_changes")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes")
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField()  # the table ended
    note = models.CharField(max_length=8, choices=Note, default=Note.COUNTED, blank=True)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "generation", "number"], name="one_change_a_number"
            ),
            models.UniqueConstraint(
                fields=["pool", "generation", "table", "seat"], name="one_change_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. table {self.table_id}, seat {self.seat}"

    @property
    def before(self) -> Skill:
        return Skill(self.mu_before, self.sigma_before)

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class Void(models.Model):
    """A table that must not count in its pool (R11).  `done`: the ledger no longer counts it."""

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="void", db_index=False)
    table = models.OneToOneField(Table, models.PROTECT, related_name="void")
    done = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["pool"], condition=Q(done=False), name="void_to_do")]

    def __str__(self) -> str:
        return f"table {self.table_id}"


class Rating(models.Model):
    """A player's present rating in a pool, derived from the ledger."""

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    games = models.PositiveIntegerField(default=0)
    opponents = models.JSONField(default=list)
    at = models.DateTimeField(null=True)
    best = models.FloatField(null=True)
    sure = models.FloatField()  # sure points at the last table or the last night
    listed_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="one_rating_a_pool"),
        ]
        indexes = [
            models.Index(
                fields=["pool", "-sure", "player"],
                condition=Q(listed_until__isnull=False),
                name="rating_board",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in pool {self.pool_id}"

    @property
    def record(self) -> SkillRecord:
        return SkillRecord(
            Skill(self.mu, self.sigma), self.games, tuple(self.opponents), self.at, self.best
        )

    def follow(
        self, record: SkillRecord, opponents: int = OPPONENTS, uncounted: Collection[int] = ()
    ) -> None:
        """Update the row from a record of the ledger.  To be on the board the player needs this
        many different `opponents`, besides the `uncounted` ones."""
        self.mu, self.sigma = record.skill
        self.games, self.opponents = record.games, list(record.opponents)
        self.at, self.best = record.at, record.best
        self.sure = record.skill.sure
        self.listed_until = record.listed_until(opponents, uncounted)
