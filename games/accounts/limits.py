"""Limits on what costs the site something, counted in the shared cache.  What each is for, and how
operators change it: docs/operations.md."""

import ipaddress
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from games.accounts.models import Player

# Prefixes of the networks that are counted, and how many times the limit of the first they have: a
# household or phone has a /64, a customer often a /56, sometimes a /48.
PREFIXES = {4: {32: 1}, 6: {64: 1, 56: 2, 48: 8}}
WIDE = {4: 24, 6: 48}  # prefixes of networks that are compared
DAY_S = 86_400


class Limit(NamedTuple):
    """How much may be asked for in a period; periods begin at multiples of their length.

    A person with an account, or a guest in a circle, has `person`.  Everybody else at an address
    has `network` together.  All networks together have `site`; once that is used up, a network has
    only `share`, but the first request of a network always passes."""

    name: str
    period_s: int
    person: int | None  # None: people count for their network, too
    network: int
    share: int
    site: int
    is_watching: bool = False  # operators' factor 0 for a network does not end it


GUESTS = Limit("guests", 600, person=None, network=200, share=30, site=1000)
SIGN_UPS = Limit("sign_ups", DAY_S, person=None, network=300, share=30, site=3000)
TABLES = Limit("tables", 600, person=100, network=200, share=30, site=1000)
# Lengths of games that the form for a new table asks the lab for.
LENGTHS = Limit("lengths", 600, person=100, network=200, share=30, site=1000)
# Places of games from which somebody plays on, and samples of runs, which count as ten: games are
# replayed for both.
PLACES = Limit("places", 600, person=100, network=200, share=30, site=1000)
# Pictures of pages that have to be drawn, most of them for programs that show links.
PICTURES = Limit("pictures", 60, person=None, network=60, share=10, site=1200)
# Places of finished games that are shown: the whole of a game is read for each.
RECORDINGS = Limit("recordings", 60, person=240, network=240, share=30, site=1200, is_watching=True)
# Games of War in runs of the lab; a million take a core a second.
RUNS = Limit("runs", 600, person=300_000_000, network=30_000_000, share=1_000_000, site=100_000_000)
CHANGES, HOUR_S = 60, 3600  # changes of one kind by one player, each of which leaves a row for ever


class TooMany(Exception):
    """More than a limit allows; `sentence` is for people."""

    def __init__(self, sentence: str, wait_s: int) -> None:
        super().__init__(sentence)
        self.sentence, self.wait_s = sentence, wait_s


def verify(limit: Limit, request: HttpRequest, *, weight: int = 1, busy: bool = False) -> None:
    """Count something that is asked for; what is refused does not count.  `busy`: treat `site` as
    used up.  Raises TooMany."""
    if not settings.LIMITS:
        return
    person = person_of(request.user) if limit.person else None
    most = most_of(request, limit) if person is None else {person: limit.person or 0}
    callers = [*most] if person else [*most, "site"]
    before = {
        caller: counted(limit.period_s, limit.name, caller, weight=weight) - weight
        for caller in callers
    }
    busy = busy or before.get("site", 0) + weight > limit.site
    for caller, allowed in most.items():
        used = before[caller]
        fair = allowed * limit.share // limit.network if busy and not person else allowed
        if used + weight > fair and not (busy and used <= 0 and weight <= allowed):
            for caller in callers:
                counted(limit.period_s, limit.name, caller, weight=-weight)
            raise TooMany(sentence_of(limit, person, busy=busy), seconds_left(limit.period_s))


def sentence_of(limit: Limit, person: str | None, *, busy: bool) -> str:
    if limit.name == SIGN_UPS.name:
        return _("Too many new accounts from your network today. Try again tomorrow.")
    if limit.name == PICTURES.name:
        return _("Too many new pictures. Try again in a minute.")
    if limit.name == RECORDINGS.name:
        return _("Too many places of games. Try again in a minute.")
    if person:
        return _("Too many new games or runs. Try again in a few minutes.")
    if busy:
        return _("The site is very busy. Try again in a few minutes, or sign in.")
    return _("Too many new games or runs from your network. Try again in a few minutes.")


def person_of(user: object) -> str | None:
    """The person to count on their own; None: anybody can have any number of these identities.
    Guests in a circle were let in by the link of its owner."""
    if not isinstance(user, Player) or user.is_guest and not user.memberships.exists():
        return None
    return f"person-{user.owner_id or user.pk}"


def most_of(request: HttpRequest, limit: Limit) -> dict[str, int]:
    """Return the limit for each network of the request."""
    times_here = max(times_of(request), int(limit.is_watching))
    networks = networks_of(request, PREFIXES)
    return {network: limit.network * times * times_here for network, times in networks}


def networks_of(
    request: HttpRequest, prefixes: Mapping[int, Mapping[int, int]]
) -> Iterator[tuple[str, int]]:
    """The networks that an address is in, from the narrowest on, with the number of their prefix
    (by version of the protocol)."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    for prefix, times in prefixes[address.version].items():
        yield str(ipaddress.ip_network((address, prefix), strict=False)), times


def times_of(request: HttpRequest) -> int:
    """How many times the usual limits the operators give to the network of a request; with 0 its
    guests begin nothing new but may go on, under the usual limits."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    listed = [network for network in settings.NETWORK_LIMITS if address in network]
    if not listed:
        return 1
    times: int = settings.NETWORK_LIMITS[max(listed, key=lambda network: network.prefixlen)]
    return times


class Unavailable(Exception):
    """Nothing can be counted, so nobody may write what others see; `sentence` is for people."""

    wait_s = 5  # until someone may ask again

    def __init__(self) -> None:
        self.sentence = _("Only running games continue right now. Try again in a minute.")
        super().__init__(self.sentence)


def verify_counting() -> None:
    """Verify that things can be counted.  Raises Unavailable."""
    try:
        cache.get("limit")
    except (RedisError, OSError):
        raise Unavailable from None


def now_s() -> int:
    """Unix time; periods begin at multiples of their length."""
    return int(time.time())


def seconds_left(period_s: int) -> int:
    """Seconds until the current period ends."""
    return period_s - now_s() % period_s


def is_within(most: int, period_s: int, *key: str) -> bool:
    """Count one more in this period.  Return whether it is one of the first `most`."""
    return counted(period_s, *key) <= most


def counted(period_s: int, *key: str, weight: int = 1) -> int:
    """Add `weight` to what is counted in this period, and return the sum.  0 without the cache:
    nothing is limited then."""
    name = ":".join(("limit", *key, str(now_s() // period_s)))
    try:
        cache.add(name, 0, 2 * period_s)
        return int(cache.incr(name, weight))
    except (RedisError, OSError, ValueError):  # ValueError: expired between the two lines
        return 0


def wait_for_change(kind: str, player: int) -> int:
    """Count one more change of this kind by this player.  Return the seconds until one is allowed
    again, 0 if this one is."""
    return 0 if is_within(CHANGES, HOUR_S, kind, str(player)) else seconds_left(HOUR_S)


def network_hash(request: HttpRequest, *, at: datetime) -> str:
    """A code that tells, for a month, whether two requests came from the same network, and nothing
    else."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    prefix = WIDE[address.version]
    network = ipaddress.ip_network((address, prefix), strict=False)
    key = f"games.network.{at:%Y-%m}"
    return salted_hmac(key, str(network), algorithm="sha256").hexdigest()[:32]


def network_of(request: HttpRequest) -> str:
    """The address of the client, or its network where one client has many addresses."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if address.version == 6:
        return str(ipaddress.ip_network((address, max(PREFIXES[6])), strict=False))
    return str(address)
