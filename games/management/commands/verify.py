"""`manage.py verify CODE...`, `manage.py verify --last 100`: check that these games were dealt and
played as promised."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.table.models import Table
from games.table.reading.verification import verify


class Command(BaseCommand):
    help = "Verify finished games: commitment, key, deal, every random outcome and the result."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help="the code of a table, as in its address")
        parser.add_argument("--last", type=int, default=0, help="so many of the newest games")

    def handle(self, *args: Any, **options: Any) -> None:
        newest = Table.objects.finished().newest().values_list("code", flat=True)
        codes: list[str] = [*options["code"], *newest[: options["last"]]]
        if not codes:
            raise CommandError("There is no game to verify.")
        bad = sum(not self.check_one(code.upper()) for code in codes)
        if bad:
            raise CommandError(f"{bad} of {len(codes)} games are not as promised.")

    def check_one(self, code: str) -> bool:
        table = Table.objects.filter(code=code).first()
        if table is None:
            self.stdout.write(f"{code}: there is no such table")
            return False
        verification = verify(table)
        for check in verification.checks:
            mark = "ok " if check.ok else "BAD"
            self.stdout.write(f"{code}: {mark} {check.name}: {check.detail}")
        return verification.ok
