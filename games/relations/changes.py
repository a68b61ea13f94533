"""The only writer of relations.  A player is not notified of being blocked, and may still follow
the other player, without any effect."""

from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.accounts import refusals
from games.accounts.models import Player
from games.accounts.people import begin_change
from games.limits.declared import RELATIONS
from games.relations.models import Block, Follow, Mute
from games.relations.signals import followed

MOST = 500  # relations of each kind

SENTENCES = {
    "ACCOUNTS_ONLY": _("Sign up or sign in to follow, block or mute players."),
    "NOT_A_PERSON": _("You can follow, block or mute only other people."),
    "BLOCKED": _("You have blocked this player. Unblock them first."),
    "LIST_FULL": _("This list is full. Remove someone first."),
}


class Refused(refusals.Refused):
    """A refused change of a relation."""

    sentences = SENTENCES


@transaction.atomic
def follow(*, player: Player, other: Player) -> None:
    """Follow a player.  Raises Refused, TooMany."""
    verify_may_change(player)
    if not other.is_person or other == player:
        raise Refused("NOT_A_PERSON")
    if player.blocks.filter(blocked=other).exists():
        raise Refused("BLOCKED")
    if player.follows.exclude(followed=other).count() >= MOST:
        raise Refused("LIST_FULL")
    _, is_new = Follow.objects.get_or_create(player=player, followed=other)
    if is_new:
        tell = partial(followed.send_robust, Follow, player_id=player.pk, followed_id=other.pk)
        transaction.on_commit(tell)


@transaction.atomic
def unfollow(*, player: Player, other: Player) -> None:
    """Stop following a player.  Raises Refused, TooMany."""
    verify_may_change(player)
    player.follows.filter(followed=other).delete()


@transaction.atomic
def block(*, player: Player, other: Player) -> None:
    """Block a player, who may be a guest; afterwards neither player follows the other.  Raises
    Refused, TooMany."""
    verify_may_change(player)
    if other.is_bot or other.erased or other == player:
        raise Refused("NOT_A_PERSON")
    if player.blocks.exclude(blocked=other).count() >= MOST:
        raise Refused("LIST_FULL")
    both = Q(player=player, followed=other) | Q(player=other, followed=player)
    Follow.objects.filter(both).delete()
    Block.objects.get_or_create(player=player, blocked=other)


@transaction.atomic
def unblock(*, player: Player, other: Player) -> None:
    """Lift a block.  Raises Refused, TooMany."""
    verify_may_change(player)
    player.blocks.filter(blocked=other).delete()


@transaction.atomic
def mute(*, player: Player, other: Player) -> None:
    """Mute a player, who may be a guest.  Raises Refused, TooMany."""
    verify_may_change(player)
    if other.is_bot or other.erased or other == player:
        raise Refused("NOT_A_PERSON")
    if player.mutes.exclude(muted=other).count() >= MOST:
        raise Refused("LIST_FULL")
    Mute.objects.get_or_create(player=player, muted=other)


@transaction.atomic
def unmute(*, player: Player, other: Player) -> None:
    """Lift a mute.  Raises Refused, TooMany."""
    verify_may_change(player)
    player.mutes.filter(muted=other).delete()


def verify_may_change(player: Player) -> None:
    """Count the change and lock the player, so that two tabs do not exceed a limit.  Raises
    Refused, TooMany."""
    if not player.is_person:
        raise Refused("ACCOUNTS_ONLY")
    begin_change(player, RELATIONS)
