"""The command `warsite`: the site on this machine, its management, and what works without it."""

import os
import sys
from collections.abc import Callable

USAGE = """usage: warsite COMMAND ...

  play       run the whole site on this machine (--port 8000, --host 127.0.0.1)
  manage     the site's management commands, such as createsuperuser
  referee    play games between your program and bots of the site, without a site
  verify     check finished games in files, without a site

warsite COMMAND --help says more.
"""


def play(given: list[str]) -> int:
    from warsite.local.__main__ import main

    main(given)
    return 0


def manage(given: list[str]) -> int:
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
    execute_from_command_line(["warsite manage", *given])
    return 0


def referee(given: list[str]) -> int:
    from games.kit.command import referee

    return referee(given)


def verify(given: list[str]) -> int:
    from games.kit.command import verify

    return verify(given)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "play": play,
    "manage": manage,
    "referee": referee,
    "verify": verify,
}


def main() -> None:
    """Run one command.  Each loads only what it needs: the referee, for example, no Django."""
    name, given = (sys.argv[1] if sys.argv[1:] else ""), sys.argv[2:]
    if name not in COMMANDS:
        print(USAGE, end="", file=sys.stdout if name in ("--help", "-h") else sys.stderr)
        sys.exit(0 if name in ("--help", "-h") else 2)
    sys.exit(COMMANDS[name](given))


if __name__ == "__main__":
    main()
