"""`manage.py wsn FILE...`: check game logs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.logs import BadLine, rewrite


class Command(BaseCommand):
    """The command, which prints one line for each file.  The exit status is 1 if a file does not
    follow from the rules."""

    help = "Replay WSN files through the rules and check that they come out byte for byte."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        reasons = {path: reason(path) for path in options["files"]}
        for path, why in reasons.items():
            self.stdout.write(f"{path}: {why or 'ok'}")
        if any(reasons.values()):
            raise SystemExit(1)


def reason(path: Path) -> str:
    """The reason why this file is not a valid log; "" if it is."""
    try:
        raw = path.read_bytes()
        text = raw.decode("ascii")
        again = rewrite(text).encode()
    except OSError as bad:
        return f"cannot be read: {bad.strerror}"
    except UnicodeDecodeError as bad:
        line = raw.count(b"\n", 0, bad.start) + 1
        return f"line {line}: only ASCII text is allowed"
    except BadLine as bad:
        return str(bad)
    if again == raw:
        return ""
    pairs = zip(raw.split(b"\n"), again.split(b"\n"), strict=False)
    line = next((n for n, (was, now) in enumerate(pairs, 1) if was != now), 0)
    return f"line {line}: written again it is different"
