"""The effects of blocks, mutes and follows.  A bot counts as its owner."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from games.accounts.models import Player
from games.accounts.preferences import Preferences, SeenBy
from games.relations.models import Block, Follow, Mute


class Relation(NamedTuple):
    """The relation of one player to another."""

    follows: bool
    blocks: bool
    mutes: bool


class Blocks(NamedTuple):
    """Whether a player blocks any of some people (`by_me`), and whether any of these people block
    the player (`by_them`)."""

    by_me: bool
    by_them: bool


def relation_of(player: Player, other: Player) -> Relation:
    return Relation(
        follows=player.follows.filter(followed=other).exists(),
        blocks=player.blocks.filter(blocked=other).exists(),
        mutes=player.mutes.filter(muted=other).exists(),
    )


def person_of(player: Player) -> int:
    return player.owner_id or player.pk


def people_of(ids: Iterable[int]) -> set[int]:
    rows = Player.objects.filter(pk__in=ids).values_list("pk", "owner_id")
    return {owner or pk for pk, owner in rows}


def blocks_between(player: Player, ids: Iterable[int]) -> Blocks:
    me, people = person_of(player), people_of(ids)
    pairs = Q(player=me, blocked__in=people) | Q(player__in=people, blocked=me)
    players = set(Block.objects.filter(pairs).values_list("player", flat=True))
    return Blocks(by_me=me in players, by_them=bool(players - {me}))


def blocked_by(player: Player) -> list[int]:
    """The people whom this player blocks.  Lists leave out only these people, because a list must
    not reveal who blocks whom."""
    blocks = Block.objects.filter(player=person_of(player))
    return list(blocks.values_list("blocked", flat=True))


def kept_apart(player: Player) -> list[int]:
    """The people whom this player blocks, and the people who block this player."""
    me = person_of(player)
    blocked = Block.objects.filter(player=me).values_list("blocked", flat=True)
    blockers = Block.objects.filter(blocked=me).values_list("player", flat=True)
    return list(blocked.union(blockers))


class Relations(NamedTuple):
    """The people whom a player blocks and follows."""

    blocked: tuple[int, ...]
    followed: tuple[int, ...]


def relations_of(players: Collection[int]) -> dict[int, Relations]:
    """The relations of each of these players, in one query or none."""
    if not players:
        return {}
    blocks = Block.objects.filter(player__in=players).annotate(follows=Value(False))
    follows = Follow.objects.filter(player__in=players).annotate(follows=Value(True))
    pairs = blocks.values_list("player", "blocked", "follows").union(
        follows.values_list("player", "followed", "follows")
    )
    blocked, followed = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for player, other, is_followed in pairs.order_by("blocked"):
        (followed if is_followed else blocked)[player].append(other)
    return {pk: Relations(tuple(blocked[pk]), tuple(followed[pk])) for pk in players}


def may_see(players: Collection[int], others: Collection[int]) -> dict[int, set[int]]:
    """For each player, the followed players who let the player see their presence.  One query."""
    choices = Preferences.objects.filter(player=OuterRef("followed"))
    hidden = choices.filter(chosen__seen_by=SeenBy.NOBODY)
    open_to_followers = choices.filter(chosen__seen_by=SeenBy.FOLLOWERS)
    back = Follow.objects.filter(player=OuterRef("followed"), followed=OuterRef("player"))
    blocks = Block.objects.filter(player=OuterRef("followed"), blocked=OuterRef("player"))
    visible = Exists(open_to_followers) | (Exists(back) & ~Exists(hidden))
    follows = Follow.objects.filter(visible, ~Exists(blocks), followed__is_active=True)
    follows = follows.filter(player__in=players, followed__in=others)
    seen: dict[int, set[int]] = defaultdict(set)
    for player, followed in follows.values_list("player", "followed"):
        seen[player].add(followed)
    return seen


def without_blocks(players: Sequence[Player]) -> list[Player]:
    """The players, in this order, without those who have a block with an earlier player of the
    result."""
    people = {person_of(player) for player in players}
    blocks = Block.objects.filter(player__in=people, blocked__in=people)
    pairs = {frozenset(pair) for pair in blocks.values_list("player", "blocked")}
    free: list[Player] = []
    for player in players:
        person = person_of(player)
        if not any(frozenset((person, person_of(earlier))) in pairs for earlier in free):
            free.append(player)
    return free


class Silence(NamedTuple):
    """For each reader, the players whose words are hidden: `wanted`, those whom the reader blocked
    or muted; `all`, also those who blocked the reader."""

    wanted: dict[int, frozenset[int]]
    all: dict[int, frozenset[int]]


def silence_between(readers: Collection[int], writers: Collection[int]) -> Silence:
    """The hidden words between these players.  A mute hides the words of the muted player; a block
    hides the words of each player from the other."""
    blocks = pairs(Block.objects.filter(player__in=readers, blocked__in=writers), "blocked")
    mutes = pairs(Mute.objects.filter(player__in=readers, muted__in=writers), "muted")
    blocked_by = pairs(Block.objects.filter(player__in=writers, blocked__in=readers), "blocked")
    wanted = blocks | mutes
    reverse = {(reader, writer) for writer, reader in blocked_by}
    return Silence(by_reader(wanted), by_reader(wanted | reverse))


def pairs(rows: QuerySet[Any], other: str) -> set[tuple[int, int]]:
    return set(rows.values_list("player", other))


def by_reader(pairs: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    hidden: dict[int, set[int]] = {}
    for reader, writer in pairs:
        hidden.setdefault(reader, set()).add(writer)
    return {reader: frozenset(writers) for reader, writers in hidden.items()}
