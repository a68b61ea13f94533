"""The command `make play`: the whole site on this machine.

This process does not load Django, which saves 75 MB and a quarter of the time of a later start."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from warsite.local import places, processes
from warsite.local.addresses import port
from warsite.local.supervisor import CannotPlay, Supervisor


def main(given: Sequence[str] | None = None) -> None:
    """Run the site until it is stopped; `given` are the arguments of the command line."""
    parser = ArgumentParser(prog="play", description="Run the whole site on this machine.")
    parser.add_argument("--port", type=port, default=8000)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to be seen by others")
    parser.add_argument("--no-demo", action="store_true", help="start with nothing to see")
    parser.add_argument(
        "--with-parent", action="store_true", help="stop when the starting process dies"
    )
    chosen = parser.parse_args(given)
    if sys.platform == "win32":
        sys.exit("On Windows, run this in WSL or use Docker (see README.md).")
    if chosen.with_parent:
        processes.stop_with_parent()
    supervisor = Supervisor(
        home=places.home().resolve(),
        host=chosen.host,
        port=chosen.port,
        with_demo=not chosen.no_demo,
        say=partial(print, flush=True),
    )
    try:
        supervisor.run()
    except CannotPlay as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
