"""Answers to training places, and the ratings of people and of places.  A place is identified by
key and version, because keys are used again when places are made again."""

from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.lab.training.places import TrainingPlace
from games.ratings.skill import MU, SIGMA, Skill


class TrainingAnswerQuerySet(models.QuerySet["TrainingAnswer"]):
    def training(self) -> Self:
        """First answers of accounts to places, without answers to places of the day."""
        return self.filter(day=None)

    def to(self, place: TrainingPlace) -> Self:
        return self.filter(place=place.key, version=place.version)

    def board(self) -> Self:
        """Right answers of players who are not banned, in the order of their arrival.  `met`: the
        player had answered the same place before."""
        before = TrainingAnswer.objects.training().filter(
            player=OuterRef("player"), place=OuterRef("place"), version=OuterRef("version")
        )
        met = Exists(before.filter(answered_at__lt=OuterRef("answered_at")))
        right = self.filter(right=True, player__is_active=True).annotate(met=met)
        return right.select_related("player").order_by("id")


class TrainingAnswer(models.Model):
    """The first answer of an account to a place; or, with a `day`, an answer of any player to the
    place of that day."""

    player = models.ForeignKey(
        Player,
        models.CASCADE,
        related_name="training_answers",
        db_index=False,  # the constraints have one
        verbose_name=_("player"),
    )
    place = models.CharField(_("place"), max_length=24)
    version = models.PositiveIntegerField(_("version"))
    act = models.CharField(_("act"), max_length=24)
    right = models.BooleanField(_("right"))
    day = models.DateField(_("day"), null=True)
    answered_at = models.DateTimeField(_("answered"))

    objects = TrainingAnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("answer to a place")
        verbose_name_plural = _("answers to places")
        constraints = [
            UniqueConstraint(
                fields=["player", "place", "version"],
                condition=Q(day=None),
                name="one_training_answer_a_place",
            ),
            UniqueConstraint(
                fields=["player", "day"],
                condition=Q(day__isnull=False),
                name="one_training_answer_a_day",
            ),
        ]
        indexes = [
            models.Index(F("day"), F("id"), condition=Q(day__isnull=False), name="training_day")
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.act}"


class Rated(models.Model):
    """The number of right answers, and the rating that follows from them."""

    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    answered = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class TrainingRecord(Rated):
    """The progress of an account in the trainer."""

    player = models.ForeignKey(
        Player, models.CASCADE, related_name="training_records", db_index=False
    )
    streak = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)  # streak

    class Meta:
        verbose_name = _("record in the trainer")
        verbose_name_plural = _("records in the trainer")
        constraints = [UniqueConstraint(fields=["player"], name="one_training_record_a_player")]

    def __str__(self) -> str:
        return f"{self.right} of {self.answered}"


class RatedPlace(Rated):
    """The difficulty of a place for the accounts that have answered: the place wins when an answer
    is wrong."""

    place = models.CharField(max_length=24)
    version = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("rating of a place")
        verbose_name_plural = _("ratings of places")
        constraints = [UniqueConstraint(fields=["place", "version"], name="one_rating_a_place")]

    def __str__(self) -> str:
        return self.place
