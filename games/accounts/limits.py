"""Limits by network and for the whole site, counted in the shared cache: a stranger becomes as many
guests as they like, so that limits by player alone stop nobody."""

import ipaddress
import time
from datetime import datetime
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

IPV6_PREFIX = 64  # what one household or phone gets
WIDE = {4: 24, 6: 48}  # prefixes of networks that are compared


class Limit(NamedTuple):
    """How often something may happen in a period; periods begin at multiples of their length."""

    name: str
    network: int
    site: int
    period_s: int


GUESTS = Limit("guests", network=100, site=1000, period_s=600)
TABLES = Limit("tables", network=100, site=1000, period_s=600)
RUNS = Limit("runs", network=20, site=200, period_s=600)
CHANGES, HOUR_S = 60, 3600  # of one kind by one player, where each leaves a row for ever
SIGN_UPS, DAY_S = 60, 86_400  # of a network: a school is one


class TooMany(Exception):
    """More than a limit allows; `sentence` is for people."""

    def __init__(self, sentence: str, wait_s: int) -> None:
        super().__init__(sentence)
        self.sentence, self.wait_s = sentence, wait_s


def verify(limit: Limit, request: HttpRequest, *, account: int | None = None) -> None:
    """Count one more, of this account if its token was sent, else of the network.  Raises
    TooMany."""
    if not settings.LIMITS:
        return
    wait_s = seconds_left(limit.period_s)
    words = _("Too many new games or runs from your network. Try again in a few minutes.")
    caller = network_of(request)
    if account is not None:
        words = _("Too many new games or runs. Try again in a few minutes.")
        caller = f"account-{account}"
    if not is_within(limit.network, limit.period_s, limit.name, caller):
        raise TooMany(words, wait_s)
    if not is_within(limit.site, limit.period_s, limit.name, "site"):
        raise TooMany(_("The site is very busy. Try again in a few minutes."), wait_s)


def verify_sign_up(request: HttpRequest) -> None:
    """Count one more account.  Raises TooMany."""
    network = network_of(request)
    if settings.LIMITS and not is_within(SIGN_UPS, DAY_S, "sign_ups", network):
        words = _("Too many new accounts from your network today. Try again tomorrow.")
        raise TooMany(words, seconds_left(DAY_S))


class Unavailable(Exception):
    """Nothing can be counted, so nobody may write what others see; `sentence` is for people."""

    wait_s = 5  # until someone may ask again

    def __init__(self) -> None:
        self.sentence = _("Only running games continue right now. Try again in a minute.")
        super().__init__(self.sentence)


def verify_counting() -> None:
    """Raises Unavailable."""
    try:
        cache.get("limit")
    except (RedisError, OSError):
        raise Unavailable from None


def seconds_left(period_s: int) -> int:
    """Seconds until the current period ends."""
    return period_s - int(time.time()) % period_s


def is_within(most: int, period_s: int, *key: str) -> bool:
    """Count one more in this period; whether it is one of the first `most`."""
    return counted(period_s, *key) <= most


def counted(period_s: int, *key: str) -> int:
    """Count one more; how many there were in this period.  0 without the cache: nothing is
    limited then."""
    name = ":".join(("limit", *key, str(int(time.time()) // period_s)))
    try:
        cache.add(name, 0, 2 * period_s)
        return int(cache.incr(name))
    except (RedisError, OSError, ValueError):  # ValueError: expired between the two lines
        return 0


def wait_for_change(kind: str, player: int) -> int:
    """Count one more change of this kind by this player; the seconds until one is allowed again, 0
    if this one is."""
    return 0 if is_within(CHANGES, HOUR_S, kind, str(player)) else seconds_left(HOUR_S)


def network_hash(request: HttpRequest, *, at: datetime) -> str:
    """Tells, for a month, whether two requests came from the same network, and nothing else."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    prefix = WIDE[address.version]
    network = ipaddress.ip_network((address, prefix), strict=False)
    key = f"games.network.{at:%Y-%m}"
    return salted_hmac(key, str(network), algorithm="sha256").hexdigest()[:32]


def network_of(request: HttpRequest) -> str:
    """The address of the client, or its network where one client has many addresses."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if address.version == 6:
        return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))
    return str(address)
