"""`measure_gallery`: the results of the gallery's questions, for the shipped file."""

import json
from argparse import ArgumentParser
from base64 import b64encode
from typing import Any

from django.core.management.base import BaseCommand

from games.lab.runs import cache, gallery
from tests.development.management.commands.measure_luck import total


class Command(BaseCommand):
    help = "Count the games of all questions again, or of some, and write the file."

    def run_from_argv(self, argv: list[str]) -> None:
        cache.restart_compiled()
        super().run_from_argv(argv)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", nargs="*", help="of these questions; the others stay")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = []
        for question in gallery.GALLERY.values():
            if options["key"] and question.key not in options["key"]:
                rows += [
                    row for row in gallery.shipped().values() if row["question"] == question.key
                ]
                continue
            for place, (name, spec) in enumerate(question.specs()):
                sums = b64encode(total(spec, None).packed()).decode()
                row = {"question": question.key, "place": place}
                rows.append(row | {"definition": spec.row(), "sums": sums})
                self.stdout.write(f"{question.key}: {name}")
        lines = ",\n".join(json.dumps(row) for row in rows)
        gallery.SHIPPED.write_text(f"[\n{lines}\n]\n")
