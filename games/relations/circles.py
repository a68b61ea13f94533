"""Circles and their members.  Outsiders cannot even see that a circle exists."""

import secrets
from collections.abc import Mapping
from functools import partial

from django.db import models, transaction
from django.db.models import UniqueConstraint
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.accounts import refusals
from games.accounts.models import Player
from games.accounts.names import clean_title
from games.accounts.people import begin_change
from games.limits.declared import CIRCLES
from games.relations.signals import joined, left

LONGEST_NAME = 40
LONGEST_LABEL = 60  # first and last names
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def new_key() -> str:
    """A new key of 128 bits for the link by which people join."""
    return secrets.token_urlsafe(16)


class CircleChat(models.TextChoices):
    """The most open kind of chat at a circle's tables, with the same values as the `Chat` of
    tables."""

    TEXT = "text", _("Text and quick words")
    QUICK = "quick", _("Quick words only")
    OFF = "off", _("No chat")


class Circle(models.Model):
    code = models.CharField(max_length=8, unique=True, default=new_code)
    name = models.CharField(max_length=LONGEST_NAME)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="owned_circles")
    key = models.CharField(max_length=22, unique=True, default=new_key)
    chat = models.CharField(max_length=5, choices=CircleChat, default=CircleChat.TEXT)
    rated_events = models.BooleanField(_("events may be rated"), default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A member of a circle.  `label`: the name that the owner gave a guest."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    is_helper = models.BooleanField(default=False)
    label = models.CharField(max_length=LONGEST_LABEL, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["circle", "player"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.circle_id}"


MOST_MEMBERS, MOST_JOINED, MOST_OWNED, MOST_HELPERS = 200, 10, 5, 5

SENTENCES = {
    "ACCOUNTS_OWN": gettext_noop("Sign up or sign in to start a circle."),
    "BAD_NAME": gettext_noop("A circle needs a name of 1 to 40 characters."),
    "CIRCLE_FULL": gettext_noop("This circle has 200 members, which is the limit."),
    "NOT_ALLOWED": gettext_noop("Only the owner of this circle may do that."),
    "OWNER_STAYS": gettext_noop("The owner cannot leave. Delete the circle instead."),
    "TOO_MANY_HELPERS": gettext_noop("This circle has 5 helpers, which is the limit."),
    "TOO_MANY_CIRCLES": gettext_noop("You are in 10 circles, which is the limit. Leave one first."),
    "TOO_MANY_OWNED": gettext_noop("You own 5 circles, which is the limit. Delete one first."),
}


class Refused(refusals.Refused):
    """A refused change of a circle."""

    sentences = SENTENCES


@transaction.atomic
def create(*, by: Player, name: str) -> Circle:
    """Start a circle.  Raises Refused, TooMany."""
    if not by.is_person:
        raise Refused("ACCOUNTS_OWN")
    begin_change(by, CIRCLES)
    if by.owned_circles.count() >= MOST_OWNED:
        raise Refused("TOO_MANY_OWNED")
    circle = Circle.objects.create(name=clean(name), owner=by)
    add(circle, by)
    return circle


@transaction.atomic
def join(*, circle: Circle, player: Player) -> None:
    """Join a circle by its link; a member who joins again stays a member.  Raises Refused,
    TooMany."""
    begin_change(player, CIRCLES)
    Circle.objects.select_for_update().get(pk=circle.pk)
    if circle.members.filter(player=player).exists():
        return
    if circle.members.count() >= MOST_MEMBERS:
        raise Refused("CIRCLE_FULL")
    add(circle, player)
    tell = partial(joined.send_robust, Member, circle=circle, player_id=player.pk)
    transaction.on_commit(tell)


def add(circle: Circle, player: Player) -> None:
    if player.memberships.count() >= MOST_JOINED:
        raise Refused("TOO_MANY_CIRCLES")
    Member.objects.create(circle=circle, player=player)


@transaction.atomic
def add_guests(circle: Circle, labels: Mapping[Player, str]) -> None:
    """Add guests under the names with which the owner or a helper has entered them in an event of
    the circle.  Raises Refused."""
    Circle.objects.select_for_update().get(pk=circle.pk)
    if circle.members.count() + len(labels) > MOST_MEMBERS:
        raise Refused("CIRCLE_FULL")
    Member.objects.bulk_create(
        Member(circle=circle, player=player, label=label) for player, label in labels.items()
    )


@transaction.atomic
def leave(*, circle: Circle, player: Player) -> None:
    """Leave a circle.  Raises Refused."""
    if circle.owner_id == player.pk:
        raise Refused("OWNER_STAYS")
    for member in circle.members.filter(player=player):
        drop(member)


def drop(member: Member) -> None:
    tell = partial(left.send_robust, Member, circle=member.circle, player=member.player)
    member.delete()
    transaction.on_commit(tell)


@transaction.atomic
def remove(*, member: Member, by: Player) -> None:
    """Remove a member from a circle.  Raises Refused."""
    verify_helps(member.circle, by)
    if member.player_id == member.circle.owner_id or (member.is_helper and not owns(member, by)):
        raise Refused("NOT_ALLOWED")
    drop(member)


@transaction.atomic
def name_guest(*, member: Member, by: Player, label: str) -> None:
    """Change a guest's label.  Raises Refused."""
    verify_helps(member.circle, by)
    if not member.player.is_guest:
        raise Refused("NOT_ALLOWED")
    member.label = label.strip()[: Member._meta.get_field("label").max_length]
    member.save(update_fields=["label"])


@transaction.atomic
def make_helper(*, member: Member, by: Player, is_helper: bool) -> None:
    """Make a member a helper, or an ordinary member again.  Raises Refused."""
    if not owns(member, by) or not member.player.is_person:
        raise Refused("NOT_ALLOWED")
    others = member.circle.members.filter(is_helper=True).exclude(pk=member.pk)
    if is_helper and others.count() >= MOST_HELPERS:
        raise Refused("TOO_MANY_HELPERS")
    member.is_helper = is_helper
    member.save(update_fields=["is_helper"])


@transaction.atomic
def change(*, circle: Circle, by: Player, name: str, chat: str) -> None:
    """Change the circle's settings.  Raises Refused."""
    verify_owns(circle, by)
    circle.name = clean(name)
    circle.chat = CircleChat(chat) if chat in CircleChat else circle.chat
    circle.save(update_fields=["name", "chat"])


@transaction.atomic
def renew_link(*, circle: Circle, by: Player) -> None:
    """Make a new link; the old one stops working.  Raises Refused."""
    verify_helps(circle, by)
    circle.key = new_key()
    circle.save(update_fields=["key"])


@transaction.atomic
def delete(*, circle: Circle, by: Player) -> None:
    """Delete a circle.  Its games stay as private games: they are in no list, and open to everybody
    with their link.  Raises Refused."""
    verify_owns(circle, by)
    circle.delete()


def owns(member: Member, by: Player) -> bool:
    return member.circle.owner_id == by.pk


def verify_owns(circle: Circle, by: Player) -> None:
    if circle.owner_id != by.pk:
        raise Refused("NOT_ALLOWED")


def verify_helps(circle: Circle, by: Player) -> None:
    if by.pk not in holders_of(circle):
        raise Refused("NOT_ALLOWED")


def holders_of(circle: Circle) -> set[int]:
    """The ids of a circle's owner and helpers."""
    helpers = circle.members.filter(is_helper=True).values_list("player", flat=True)
    return {circle.owner_id, *helpers}


def clean(name: str) -> str:
    title = clean_title(name, LONGEST_NAME)
    if not title:
        raise Refused("BAD_NAME")
    return title
