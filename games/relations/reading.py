"""What blocks and follows mean for others who ask.  A bot counts as its owner."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from games.accounts.models import Player
from games.relations.models import Block


class Relation(NamedTuple):
    """Of one player to another."""

    follows: bool
    blocks: bool


class Blocks(NamedTuple):
    """Between a player and some others."""

    by_me: bool
    by_them: bool


def relation_of(player: Player, other: Player) -> Relation:
    return Relation(
        follows=player.follows.filter(followed=other).exists(),
        blocks=player.blocks.filter(blocked=other).exists(),
    )


def person_of(player: Player) -> int:
    return player.owner_id or player.pk


def people_of(ids: Iterable[int]) -> set[int]:
    rows = Player.objects.filter(pk__in=ids).values_list("pk", "owner_id")
    return {owner or pk for pk, owner in rows}


def blocks_between(player: Player, ids: Iterable[int]) -> Blocks:
    me, people = person_of(player), people_of(ids)
    pairs = Q(player=me, blocked__in=people) | Q(player__in=people, blocked=me)
    found = set(Block.objects.filter(pairs).values_list("player", flat=True))
    return Blocks(by_me=me in found, by_them=bool(found - {me}))


def kept_apart(player: Player) -> list[int]:
    """The people whom this player blocks, or who block them."""
    me = person_of(player)
    blocked = Block.objects.filter(player=me).values_list("blocked", flat=True)
    blockers = Block.objects.filter(blocked=me).values_list("player", flat=True)
    return list(blocked.union(blockers))


def without_blocks(players: Sequence[Player]) -> list[Player]:
    """Those, in this order, who have no block with one before them."""
    people = {person_of(player) for player in players}
    found = Block.objects.filter(player__in=people, blocked__in=people)
    pairs = {frozenset(pair) for pair in found.values_list("player", "blocked")}
    kept: list[Player] = []
    for player in players:
        if not any(frozenset((person_of(player), person_of(one))) in pairs for one in kept):
            kept.append(player)
    return kept
