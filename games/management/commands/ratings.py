"""`manage.py ratings check`: compute all ratings again and compare.  `rebuild`: store the new
ones."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings.models import Pool
from games.ratings.recount import check, rebuild
from games.table.rated import POOLS


class Command(BaseCommand):
    """The command; `check` exits with 1 if anything differs."""

    help = "Check the ratings against their ledger, or rebuild them from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("check", "rebuild"))
        parser.add_argument("--pool", choices=sorted(POOLS), help="only this pool")
        parser.add_argument(
            "--by-time", action="store_true", help="rebuild in the order in which tables ended"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pools = Pool.objects.order_by("key")
        if options["pool"]:
            pools = pools.filter(key=options["pool"])
        faults = 0
        for pool in pools:
            if options["what"] == "rebuild":
                count = rebuild(pool.key, by_time=options["by_time"])
                self.stdout.write(f"{pool.key}: {count} changes computed anew")
                continue
            compared, differences = check(pool)
            faults += len(differences)
            self.stdout.write(
                f"{pool.key}: {compared} changes compared, {len(differences)} differences"
            )
            for line in differences[:20]:
                self.stdout.write(f"  {line}")
        if faults:
            raise CommandError(f"{faults} differences")
