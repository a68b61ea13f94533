"""Answers to requests of programs, kept for a day, so that a repeated request gets the first
answer."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, models, transaction

from games.accounts.models import Player

KEPT = timedelta(days=1)


class Answer(models.Model):
    """The answer to a request; `digest` is the SHA-256 of the request, in hex."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    content = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return f"answer {self.key}"


class KeyReused(Exception):
    """Raised if the key belongs to another request of this player."""


class Answered(NamedTuple):
    content: dict[str, Any]
    again: bool


def answer_once(
    *, player: Player, key: UUID, request: object, now: datetime, do: Callable[[], dict[str, Any]]
) -> Answered:
    """Answer with the result of `do`, and store it in the same transaction.  Raises KeyReused, and
    any error of `do`; after an error nothing is stored."""
    digest = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
    answers = Answer.objects.filter(player=player, key=key)
    answers.filter(created_at__lt=now - KEPT).delete()
    try:
        with transaction.atomic():
            # A second request with this key waits here for the first.
            row = Answer.objects.create(player=player, key=key, digest=digest, created_at=now)
            row.content = do()
            row.save(update_fields=["content"])
        return Answered(row.content, again=False)
    except IntegrityError:
        first = answers.first()
        if first is None:  # it was about something else
            raise
    if first.digest != digest:
        raise KeyReused
    return Answered(first.content, again=True)


def forget(*, at: datetime) -> None:
    Answer.objects.filter(created_at__lt=at - KEPT).delete()
