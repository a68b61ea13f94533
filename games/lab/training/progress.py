"""A person's progress in the trainer.  Only this module writes answers, and the ratings that follow
from answers.  A person plays against a place, which wins when the answer is wrong."""

from collections.abc import Mapping
from datetime import date, datetime
from math import log, sqrt
from statistics import fmean
from typing import NamedTuple

from django.db import transaction

from games.accounts.models import Player
from games.lab.training.models import RatedPlace, TrainingAnswer, TrainingRecord
from games.lab.training.places import TrainingPlace, shipped
from games.ratings.skill import BETA, MU, SIGMA, Skill, rate

EASIEST = 0.05  # a place that all bots, or none, get right counts as one of 5 or 95 %


class Progress(NamedTuple):
    """The progress of a person in the trainer so far."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0  # streak
    mu: float = MU
    sigma: float = SIGMA

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    def after(self, right: bool, skill: Skill) -> "Progress":
        """The progress after one more answer, with the new skill."""
        streak = self.streak + 1 if right else 0
        return Progress(
            self.answered + 1, self.right + right, streak, max(self.best, streak), *skill
        )


def skill_of(place: TrainingPlace) -> Skill:
    """The difficulty of a place, as the skill of an opponent."""
    rated = RatedPlace.objects.filter(place=place.key, version=place.version).first()
    return rated.skill if rated else first_skill(place)


def first_skill(place: TrainingPlace) -> Skill:
    """The first estimate of a place's difficulty, from the share of the site's bots that choose
    right: a new player is expected to be right as often as these bots (`skill.chances`)."""
    share = min(max(fmean(place.levels.values()), EASIEST), 1 - EASIEST)
    spread = sqrt(2 * BETA**2 + 2 * SIGMA**2)
    return Skill(MU + spread * log((1 - share) / share), SIGMA)


def duel(person: Skill, place: Skill, right: bool) -> tuple[Skill, Skill]:
    """The skills of the person and of the place after an answer."""
    after_person, after_place = rate([person, place], [1, 2] if right else [2, 1])
    return after_person, after_place


def progress_of(player: Player) -> Progress | None:
    """The progress of an account; None if the account has not answered anything."""
    record = TrainingRecord.objects.filter(player=player).first()
    return to_progress(record) if record else None


def to_progress(record: TrainingRecord) -> Progress:
    return Progress(**{name: getattr(record, name) for name in Progress._fields})


def answered_by(player: Player) -> set[str]:
    """The keys of today's places that an account has answered."""
    known = TrainingAnswer.objects.training().filter(player=player)
    rows = set(known.values_list("place", "version"))
    return {key for key, place in shipped().items() if (key, place.version) in rows}


@transaction.atomic
def begin(player: Player, progress: Progress, acts: Mapping[str, str], now: datetime) -> None:
    """Copy a person's progress from before signing in to the account, unless the account has a
    record already.  `acts`: the answers, by the edition of the place."""
    _record, is_new = TrainingRecord.objects.get_or_create(
        player=player, defaults=progress._asdict()
    )
    if is_new:
        TrainingAnswer.objects.bulk_create(
            new_answer(player, place, acts[place.edition], now)
            for place in shipped().values()
            if place.edition in acts
        )


@transaction.atomic
def note(player: Player, place: TrainingPlace, act: str, now: datetime) -> None:
    """Store the first answer of an account to a place, with its effect on ratings; a later answer
    changes nothing."""
    TrainingRecord.objects.get_or_create(player=player)
    record = TrainingRecord.objects.select_for_update().get(player=player)  # two tabs at once
    if TrainingAnswer.objects.training().to(place).filter(player=player).exists():
        return
    answer = new_answer(player, place, act, now)
    answer.save()
    first = first_skill(place)
    RatedPlace.objects.get_or_create(
        place=place.key, version=place.version, defaults={"mu": first.mu, "sigma": first.sigma}
    )
    rated = RatedPlace.objects.select_for_update().get(place=place.key, version=place.version)
    person, difficulty = duel(record.skill, rated.skill, answer.right)
    for name, value in to_progress(record).after(answer.right, person)._asdict().items():
        setattr(record, name, value)
    record.save()
    rated.mu, rated.sigma = difficulty
    rated.answered, rated.right = rated.answered + 1, rated.right + answer.right
    rated.save()


def note_of_day(
    player: Player, place: TrainingPlace, act: str, day: date, now: datetime
) -> TrainingAnswer:
    """Store the player's answer to the place of a day, and return it; if there is an answer
    already, return that one."""
    made = new_answer(player, place, act, now)
    fields = ("place", "version", "act", "right", "answered_at")
    values = {name: getattr(made, name) for name in fields}
    return TrainingAnswer.objects.get_or_create(player=player, day=day, defaults=values)[0]


def new_answer(player: Player, place: TrainingPlace, act: str, now: datetime) -> TrainingAnswer:
    right = act == place.best.act
    fields = {"place": place.key, "version": place.version, "act": act, "right": right}
    return TrainingAnswer(player=player, answered_at=now, **fields)
