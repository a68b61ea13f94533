"""`manage.py play`: the whole site on this machine."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Run the whole site here: web, live worker, clock and, unless given, Valkey and SQLite."
    requires_system_checks = []  # the steps it starts check for themselves

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to be seen by others")
        parser.add_argument("--no-demo", action="store_true", help="start with nothing to see")
        parser.add_argument(
            "--with-parent", action="store_true", help="stop when the starting process dies"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if sys.platform == "win32":
            raise CommandError("On Windows, run this in WSL or use Docker (see README.md).")
        from warsite.local import processes
        from warsite.local.supervisor import CannotPlay, Supervisor

        if options["with_parent"]:
            processes.stop_with_parent()
        supervisor = Supervisor(
            home=settings.HOME.resolve(),
            host=options["host"],
            port=options["port"],
            with_demo=not options["no_demo"],
            say=self.stdout.write,
        )
        try:
            supervisor.run()
        except CannotPlay as problem:
            raise CommandError(str(problem)) from None
