"""`check_scenarios FILE...`: play scripted cases with the rules."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tests.development.scripted.cases import check


class Command(BaseCommand):
    """Prints one line per case and a total; exit status 1 if anything differs."""

    help = "Play files of scripted cases through the rules and show every difference."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        played = failed = 0
        for path in options["files"]:
            for case in self.cases(path):
                outcome = check(case)
                played += 1
                failed += bool(outcome.differences)
                word = "DIFFERS" if outcome.differences else "ok"
                self.stdout.write(f"{word:8}{outcome.name}  {outcome.title}".rstrip())
                for row in outcome.differences:
                    self.stdout.write(f"        {row}")
        self.stdout.write(f"{played} cases, {played - failed} as expected, {failed} differ")
        if failed or not played:
            raise SystemExit(1)

    def cases(self, path: Path) -> list[Any]:
        try:
            cases = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as bad:
            raise CommandError(f"{path}: {bad}") from bad
        if isinstance(cases, dict):
            cases = cases.get("cases", [cases])
        if not isinstance(cases, list):
            raise CommandError(f"{path}: a list of cases is expected")
        return cases
