"""The networks that contain an address: for counting by network, and for comparing two networks."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_network

from django.conf import settings
from django.utils.crypto import salted_hmac

Address = IPv4Address | IPv6Address

# Prefixes of the networks that are counted, by version of the protocol, and how many times the
# limit of the first they have: a household or phone has a /64, a customer often a /56, sometimes a
# /48.
PREFIXES = {4: {32: 1}, 6: {64: 1, 56: 2, 48: 8}}
# For letters of cards: a school is one network, and so is a customer with a /56.
OF_SCHOOLS = {4: {32: 1}, 6: {56: 1, 48: 4}}
WIDE = {4: 24, 6: 48}  # prefixes of networks that are compared


def networks_of(
    address: Address, prefixes: Mapping[int, Mapping[int, int]] = PREFIXES
) -> Iterator[tuple[str, int]]:
    """The networks that contain an address, narrowest first, each with the factor for its limit."""
    for prefix, times in prefixes[address.version].items():
        yield str(ip_network((address, prefix), strict=False)), times


def network_of(address: Address) -> str:
    """The narrowest network for counting, because one client may have many addresses."""
    return next(networks_of(address))[0]


def times_of(address: Address) -> int:
    """The factor that operators have set for the usual limits of the network of an address.  With
    0, guests may begin nothing new there, but may continue, under the usual limits."""
    listed = [one for one in settings.NETWORK_LIMITS.items() if address in one[0]]
    _network, times = max(listed, key=lambda one: one[0].prefixlen, default=(None, 1))
    return int(times)


def network_hash(address: Address, *, at: datetime) -> str:
    """A code that shows, for a month, whether two addresses belong to the same network, and nothing
    else."""
    network = ip_network((address, WIDE[address.version]), strict=False)
    key = f"games.network.{at:%Y-%m}"
    return salted_hmac(key, str(network), algorithm="sha256").hexdigest()[:32]
