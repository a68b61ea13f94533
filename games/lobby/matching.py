"""Matching: a pure function of wishes, open tables and the time.  Times are epoch ms.

The oldest wish comes first.  It joins an open table if one fits; otherwise a group is formed with
younger wishes, preferably a full one.  A wish that finds no group cannot be part of a later group
either, so each wish is handled once."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

PATIENCE_MS = 10_000  # after this a group may be smaller than it could be
MARGIN, MARGIN_A_SECOND, ANY_RATING_MS = 150, 10, 60_000  # how far ratings may be apart
MOST_STEPS = 1000  # of a search among people who block each other; it then ends without a group


class GameKind(NamedTuple):
    """A kind of game that a player accepts: options without the number of players, and the lowest
    and highest number of players.  `points` is the player's rating in this game."""

    game: str
    options: str
    low: int
    high: int
    points: int = 0


class Seeker(NamedTuple):
    """The wish of a player who is present.  A bot counts as the person who owns it."""

    wish: int
    player: int
    person: int
    since: int
    kinds: tuple[GameKind, ...]  # the first is liked best
    rated: bool = False
    bots_after_ms: int | None = None  # after this, the site's bots may take free seats
    outside_bots: bool = False  # may bots of programs play?
    is_bot: bool = False
    apart: frozenset[int] = frozenset()  # people with a block on either side
    met: frozenset[int] = frozenset()  # players just matched with them

    def has_leave(self, now: int) -> bool:
        """Whether bots may take free seats at this time."""
        return self.bots_after_ms is not None and now - self.since >= self.bots_after_ms


class OpenTable(NamedTuple):
    """An open table with free seats, and the people who sit there or opened the table."""

    table: int
    game: str
    options: str  # without the number of players
    size: int
    free: int
    rated: bool
    since: int
    people: frozenset[int]
    points: tuple[int, ...] = ()
    has_bots: bool = False
    has_outside_bots: bool = False
    outside_bots: bool = False  # may they sit here?
    was_found: bool = False  # its players were matched, and somebody did not come: it comes first


class Join(NamedTuple):
    """A wish whose player gets a seat at an open table."""

    wish: int
    table: int


class Match(NamedTuple):
    """The wishes that get a new table, where bots take `bots` seats."""

    wishes: tuple[int, ...]
    game: str
    options: str
    size: int
    rated: bool
    bots: int = 0


class Offer(NamedTuple):
    """A kind of game that a wish accepts, and the seeker with this wish."""

    by: Seeker
    game: str
    options: str
    low: int
    high: int
    points: int


Pool = dict[int, Offer]  # by wish, the oldest first
Own = list[tuple[Offer, list[Offer]]]  # what a wish offers, and who would play that with them


def match(seekers: Iterable[Seeker], tables: Iterable[OpenTable], now: int) -> list[Join | Match]:
    """Return all matches that are possible now: wishes that join a table, and groups that get a new
    one."""
    pools: dict[tuple[str, str, bool], Pool] = defaultdict(dict)
    oldest_first = sorted(seekers, key=lambda seeker: (seeker.since, seeker.wish))
    left = {seeker.wish: seeker for seeker in oldest_first}
    for seeker in left.values():
        for kind in seeker.kinds:
            pool = pools[kind.game, kind.options, seeker.rated]
            pool.setdefault(seeker.wish, Offer(seeker, *kind))
    waiting = sorted(
        tables, key=lambda table: (not table.was_found, table.free, table.since, table.table)
    )
    answers: list[Join | Match] = []
    while left:
        seeker = next(iter(left.values()))
        own = choices(seeker, pools, now)
        answer = join(seeker, own, waiting, now) or gather(seeker, own, now)
        if answer is not None:
            answers.append(answer)
        for wish in answer.wishes if isinstance(answer, Match) else (seeker.wish,):
            matched = left.pop(wish)
            for kind in matched.kinds:
                pools[kind.game, kind.options, matched.rated].pop(wish, None)
    return answers


def choices(seeker: Seeker, pools: Mapping[tuple[str, str, bool], Pool], now: int) -> Own:
    """The games that the seeker accepts, each with the possible opponents, most opponents first."""
    choices = [
        (
            Offer(seeker, *kind),
            fitting(seeker, kind, pools[kind.game, kind.options, seeker.rated], now),
        )
        for kind in seeker.kinds
    ]
    choices.sort(key=lambda choice: -len(choice[1]))
    return choices


def fitting(seeker: Seeker, kind: GameKind, pool: Pool, now: int) -> list[Offer]:
    """The seekers who accept this game with `seeker`, in order of waiting time, longest first;
    recent opponents come last."""
    margin = margin_after(now - seeker.since) if seeker.rated else math.inf
    least, most = kind.points - margin, kind.points + margin
    low, high, apart = kind.low, kind.high, seeker.apart
    offers = [
        other
        for other in pool.values()
        if other.low <= high
        and low <= other.high
        and least <= other.points <= most
        and other.by is not seeker
        and other.by.person not in apart
        and (seeker.outside_bots or not other.by.is_bot)
        and (other.by.outside_bots or not seeker.is_bot)
    ]
    if seeker.met:
        offers.sort(key=lambda other: other.by.player in seeker.met)
    return offers


def margin_after(waited_ms: int) -> float:
    """The largest allowed difference of ratings after the longest-waiting player has waited
    `waited_ms`."""
    if waited_ms >= ANY_RATING_MS:
        return math.inf
    return MARGIN + MARGIN_A_SECOND * (waited_ms // 1000)


# Open tables -----------------------------------------------------------------------------------


def join(seeker: Seeker, own: Own, waiting: list[OpenTable], now: int) -> Join | None:
    """Take a seat at an open table, whose number of free seats decreases by one."""
    for offer, _ in own:
        for place, table in enumerate(waiting):
            if table.free and is_welcome(offer, table, now):
                waiting[place] = table._replace(
                    free=table.free - 1,
                    people=table.people | {seeker.person},
                    points=(*table.points, offer.points),
                    has_outside_bots=table.has_outside_bots or seeker.is_bot,
                )
                return Join(seeker.wish, table.table)
    return None


def is_welcome(offer: Offer, table: OpenTable, now: int) -> bool:
    seeker = offer.by
    margin = margin_after(now - seeker.since) if seeker.rated else math.inf
    return (
        (table.game, table.options, table.rated) == (offer.game, offer.options, seeker.rated)
        and offer.low <= table.size <= offer.high
        and seeker.person not in table.people
        and not (table.people & seeker.apart)
        and (seeker.bots_after_ms is not None or not table.has_bots)
        and (seeker.outside_bots or not table.has_outside_bots)
        and (table.outside_bots or not seeker.is_bot)
        and all(abs(offer.points - points) <= margin for points in table.points)
    )


# Tables of their own ---------------------------------------------------------------------------


def gather(seeker: Seeker, own: Own, now: int) -> Match | None:
    """Return the first group that can start now; None if there is none."""
    for first, others in own:
        for size in range(first.high, first.low - 1, -1):
            if group := full_group(first, others, size, now):
                return match_of(group, size)
    if now - seeker.since >= PATIENCE_MS:
        for first, others in own:
            for size in range(first.high, first.low - 1, -1):
                if group := grown([first], of_size(others, size), size, now):
                    return match_of(group, size)
    if own and seeker.has_leave(now):
        first, others = own[0]
        ready = [offer for offer in of_size(others, first.low) if offer.by.has_leave(now)]
        for people in range(first.low - 1, 0, -1):
            if group := grown([first], ready, people, now):
                return match_of(group, first.low)
    return None


def of_size(offers: Iterable[Offer], size: int) -> list[Offer]:
    return [offer for offer in offers if offer.low <= size <= offer.high]


def full_group(first: Offer, others: list[Offer], size: int, now: int) -> list[Offer] | None:
    """A group of `size` players, at least one of whom accepts no larger table; None if there is
    none."""
    if len(others) < size - 1:
        return None
    others = of_size(others, size)
    if first.high == size:
        return grown([first], others, size, now)
    for place, limit in enumerate(others):
        if limit.high == size:
            rest = [*others[:place], *others[place + 1 :]]
            if group := grown([first, limit], rest, size, now):
                return group
    return None


def grown(begun: list[Offer], others: Sequence[Offer], size: int, now: int) -> list[Offer] | None:
    """The group, extended in order by offers that all fit each other; None if it does not reach
    `size`."""
    steps = 0

    def grow(group: list[Offer], start: int) -> list[Offer] | None:
        nonlocal steps
        if len(group) == size:
            return group
        for place in range(start, len(others) - (size - len(group)) + 1):
            steps += 1
            if steps > MOST_STEPS:
                break
            if not all(fit(member, others[place], now) for member in group):
                continue
            if complete := grow([*group, others[place]], place + 1):
                return complete
        return None

    return grow(begun, 0)


def fit(a: Offer, b: Offer, now: int) -> bool:
    """Whether the two seekers accept each other at a table of a size that both accept."""
    seeker, other = a.by, b.by
    waited_ms = now - min(seeker.since, other.since)
    return (
        other.person not in seeker.apart
        and (seeker.outside_bots or not other.is_bot)
        and (other.outside_bots or not seeker.is_bot)
        and not (seeker.rated and abs(a.points - b.points) > margin_after(waited_ms))
    )


def match_of(group: Sequence[Offer], size: int) -> Match:
    first = group[0]
    wishes = tuple(offer.by.wish for offer in group)
    return Match(wishes, first.game, first.options, size, first.by.rated, bots=size - len(group))


# When to look again ----------------------------------------------------------------------------


def next_look(seekers: Iterable[Seeker], now: int) -> int | None:
    """The next time at which a wish may be matched without any change of wishes or tables."""
    return min(
        (at for seeker in seekers for at in thresholds(seeker, now) if at > now), default=None
    )


def thresholds(seeker: Seeker, now: int) -> Iterator[int]:
    yield seeker.since + PATIENCE_MS
    if seeker.bots_after_ms is not None:
        yield seeker.since + seeker.bots_after_ms
    waited_ms = now - seeker.since
    if seeker.rated and waited_ms < ANY_RATING_MS:
        yield seeker.since + (waited_ms // 1000 + 1) * 1000
