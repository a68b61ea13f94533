"""The command `warsite`: it runs the site on this machine, manages it, and has commands that need
no site."""

import os
import sys
from collections.abc import Callable

USAGE = """usage: warsite [COMMAND] ...

  play       run the whole site on this machine (--port 8000, --host 127.0.0.1); this is also
             what warsite does without a command
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
    """Run one command.  Each command loads only what it needs: the referee, for example, does not
    load Django."""
    given = sys.argv[1:]
    if given and given[0] in ("--help", "-h"):
        print(USAGE, end="")
        return
    if not given or given[0].startswith("-"):
        given = ["play", *given]
    if given[0] not in COMMANDS:
        sys.exit(f"warsite: there is no command {given[0]}\n{USAGE.rstrip()}")
    sys.exit(COMMANDS[given[0]](given[1:]))


if __name__ == "__main__":
    main()
