"""Counting in periods, in the shared cache: the meaning and the behaviour of a row in `declared`.
Periods begin at multiples of their length."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from games.limits.networks import Address, networks_of, times_of


class TooMany(Exception):
    """A limit is exceeded; `sentence` is for people."""

    def __init__(self, sentence: str, wait_s: int) -> None:
        super().__init__(sentence)
        self.sentence, self.wait_s = sentence, wait_s


class Unavailable(Exception):
    """Nothing can be counted, so nobody may write anything that others see; `sentence` is for
    people."""

    wait_s = 5  # until someone may ask again

    def __init__(self) -> None:
        self.sentence = _("Only running games continue right now. Try again in a minute.")
        super().__init__(self.sentence)


def verify_counting() -> None:
    """Check that counting is possible.  Raises Unavailable."""
    try:
        cache.get("limit")
    except (RedisError, OSError):
        raise Unavailable from None


def now_s() -> int:
    """The Unix time in s."""
    return int(time.time())


@dataclass(eq=False)
class Counted:
    """A name under which something is counted in periods, by keys."""

    name: str
    period_s: int

    def count(self, key: object, weight: int = 1) -> int:
        """Add `weight` to the sum for this key in this period, and return the sum.  Without the
        cache, return 0, so that nothing is limited."""
        name = f"limit:{self.name}:{key}:{now_s() // self.period_s}"
        try:
            cache.add(name, 0, 2 * self.period_s)
            return int(cache.incr(name, weight))
        except (RedisError, OSError, ValueError):  # ValueError: expired between the two lines
            return 0

    def seconds_left(self) -> int:
        """Seconds until the current period ends."""
        return self.period_s - now_s() % self.period_s


@dataclass(eq=False)
class Quota(Counted):
    """A limit for each key, which is usually a player, in a period."""

    most: int
    sentence: str | Promise = ""  # for people, where it is used up

    def take(self, key: object, *, weight: int = 1, times: int = 1) -> bool:
        """Add `weight` for this key.  Return whether the sum is within `times` the quota."""
        return self.count(key, weight) <= self.most * times

    def verify(self, key: object) -> None:
        """Count one more for this key.  Raises TooMany."""
        if not self.take(key):
            raise self.used_up(self.seconds_left())

    def verify_ages(self, ages_s: Sequence[float], *, times: int = 1) -> None:
        """Check that one more fits beside the stored ones, whose ages in seconds are given, newest
        first.  Raises TooMany."""
        most = self.most * times
        if len(ages_s) >= most and (wait_s := self.period_s - ages_s[most - 1]) > 0:
            raise self.used_up(int(wait_s) + 1)

    def used_up(self, wait_s: int) -> TooMany:
        return TooMany(str(self.sentence).format(most=self.most), wait_s)


@dataclass(eq=False)
class Limit(Counted):
    """A limit on requests in a period.

    A person with an account, or a guest in a circle, has the limit `person`.  All others at an
    address share the limit `network`, and all networks share `site`.  Once `site` is used up, each
    network has only `share`, but the first request of a network always passes."""

    person: int | None  # None: people count for their network, too
    network: int
    share: int
    site: int
    sentence: str | Promise = ""  # for people, where it is used up; empty: one of the usual ones
    is_watching: bool = False  # operators' factor 0 for a network does not end it
    weight: int = 1  # what one request counts

    def verify(
        self, person: str | None, address: Address, *, weight: int = 1, busy: bool = False
    ) -> None:
        """Count a request; a refused one does not count.  `person`: None for a caller who counts
        for the network.  `busy`: treat `site` as used up.  Raises TooMany."""
        weight *= self.weight
        most = {person: self.person or 0} if person else self.most_of(address)
        callers = [*most] if person else [*most, "site"]
        before = {caller: self.count(caller, weight) - weight for caller in callers}
        busy = busy or before.get("site", 0) + weight > self.site
        for caller, allowed in most.items():
            used = before[caller]
            fair = allowed * self.share // self.network if busy and not person else allowed
            if used + weight > fair and not (busy and used <= 0 and weight <= allowed):
                for each in callers:
                    self.count(each, -weight)
                raise TooMany(self.sentence_for(person, busy=busy), self.seconds_left())

    def most_of(self, address: Address) -> dict[str, int]:
        """The limit for each network that contains the address."""
        here = max(times_of(address), int(self.is_watching))
        return {network: self.network * times * here for network, times in networks_of(address)}

    def sentence_for(self, person: str | None, *, busy: bool) -> str:
        if self.sentence:
            return str(self.sentence)
        if person:
            return _("Too many new games or runs. Try again in a few minutes.")
        if busy:
            return _("The site is very busy. Try again in a few minutes, or sign in.")
        return _("Too many new games or runs from your network. Try again in a few minutes.")
