"""Circles and who is in them.  To everybody else they do not exist."""

import secrets

from django.db import models
from django.db.models import UniqueConstraint
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.accounts.names import LONGEST

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def new_key() -> str:
    """A new key for the link by which people join: 128 bits."""
    return secrets.token_urlsafe(16)


class CircleChat(models.TextChoices):
    """The most that is allowed at its tables; as `Chat` of tables."""

    TEXT = "text", _("Text and quick words")
    QUICK = "quick", _("Quick words only")
    OFF = "off", _("No chat")


class Circle(models.Model):
    code = models.CharField(max_length=8, unique=True, default=new_code)
    name = models.CharField(max_length=40)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="owned_circles")
    key = models.CharField(max_length=22, unique=True, default=new_key)
    chat = models.CharField(max_length=5, choices=CircleChat, default=CircleChat.TEXT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """`label`: how the owner calls a guest here."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    is_helper = models.BooleanField(default=False)
    label = models.CharField(max_length=LONGEST, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["circle", "player"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.circle_id}"
