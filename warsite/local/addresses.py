"""Addresses of this machine: how they are found, and which of them other devices can open."""

import contextlib
import re
import socket
import subprocess
from argparse import ArgumentTypeError
from ipaddress import IPv4Address, IPv6Address, ip_address

Address = IPv4Address | IPv6Address
# To listen on all addresses of a kind -> the one for this machine itself.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # nosec B104  # only compared with
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # nothing is sent


def port(text: str) -> int:
    """A port, from a command line."""
    digits = text.lstrip("0")
    if text.isascii() and text.isdecimal() and 0 < len(digits) < 6 and int(digits) < 65536:
        return int(digits)
    raise ArgumentTypeError(f"{text} is no port. Choose a number from 1 to 65535.")


def url_of(name: str, port: int) -> str:
    return f"http://{in_url(name)}:{port}"


def in_url(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def is_for_others(host: str) -> bool:
    """Whether a host name or address, as in a URL, can lead other devices to this machine."""
    name = host.strip("[]")
    try:
        address = ip_address(name)
    except ValueError:
        labels = name.split(".")
        return "localhost" not in (labels[0], labels[-1])
    return not (
        address.is_loopback
        or address.is_unspecified
        or (address.version == 6 and address.is_link_local)  # needs a zone, which URLs lack
    )


def allowed_hosts(host: str) -> list[str]:
    """Host names of a site that listens on this host; beyond this machine only on request."""
    names = ["127.0.0.1", "localhost", "[::1]"]
    if is_for_others(host) or host in EVERYWHERE:
        name = socket.gethostname()
        names += [name, f"{name.removesuffix('.local')}.local", in_url(host)]
        names += [in_url(str(address)) for address in of_machine()]
    return list(dict.fromkeys(name for name in names if name.strip("[]") not in EVERYWHERE))


def network_urls(host: str, port: int) -> list[str]:
    """URLs by which other devices open a site that listens on this host, the likeliest first."""
    if host not in EVERYWHERE:
        return [url_of(host, port)] if is_for_others(host) else []
    return [
        url_of(str(address), port)
        for address in of_machine()
        if address.version == ip_address(host).version and is_for_others(str(address))
    ]


def of_machine() -> list[Address]:
    """All addresses of this machine, those of outgoing connections first."""
    found = [ip_address(text) for text in [*outgoing(), *listed()]]
    return list(dict.fromkeys(found))


def outgoing() -> list[str]:
    """The addresses of this machine as remote machines see them.  Nothing is sent."""
    found = []
    for family, far in FAR.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(probe.getsockname()[0])
    return found


def listed() -> list[str]:
    for command in (["ip", "-o", "address"], ["ifconfig", "-a"]):  # Linux, macOS
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            done = subprocess.run(command, capture_output=True, text=True, timeout=5)
            return re.findall(r"\binet6? (?:addr: ?)?([0-9a-fA-F.:]+)", done.stdout)
    return []
