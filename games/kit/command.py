"""The commands `warsite referee` and `warsite verify`."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from games.kit import files
from games.kit.match import Rules
from games.kit.program import arguments
from games.kit.referee import Plan, Referee
from games.rules.catalogue import BOTS, GAMES, find
from games.rules.options import BadOptions
from games.rules.verification import Verification


class BadPlan(Exception):
    """What is to be played is not possible; the message says why."""


def referee(given: list[str]) -> int:
    """Play games between a program and bots of the site, and print what they come to.  Return 0 if
    they were played, whatever their results; exits with a sentence if they cannot be."""
    parser = ArgumentParser(
        prog="warsite referee",
        description="Play games between a program and bots of the site, without a site.",
    )
    parser.add_argument("--game", choices=list(GAMES), required=True)
    parser.add_argument(
        "--bot",
        required=True,
        metavar="COMMAND",
        help="the program; with {site} in it, it gets the address of a small site",
    )
    parser.add_argument("--preset", default="", help="house rules by name, such as quick")
    parser.add_argument("--options", default="", help="house rules, such as cap=20;slap=5")
    parser.add_argument("--against", default="", help="levels of the other seats: general,recruit")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="keep every game as WSN")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds for an answer")
    chosen = parser.parse_args(given)
    try:
        plan = planned(chosen)
        if chosen.write:
            chosen.write.mkdir(parents=True, exist_ok=True)
        judge(plan, chosen.write)
    except BadPlan as problem:
        sys.exit(f"warsite referee: {problem}")
    except OSError as problem:
        sys.exit(f"warsite referee: {problem.strerror}: {problem.filename}")
    return 0


def planned(chosen: Namespace) -> Plan:
    """What the arguments ask for.  Raises BadPlan."""
    try:
        arguments(chosen.bot)
    except ValueError as problem:
        raise BadPlan(f"the command of the program cannot be read: {problem}") from None
    if chosen.games < 1 or chosen.patience <= 0:
        raise BadPlan("there has to be a game, and time for an answer")
    return Plan(
        rules=rules_of(chosen.game, chosen.preset, chosen.options),
        command=chosen.bot,
        against=levels_of(chosen.game, chosen.against),
        games=chosen.games,
        seed=chosen.seed,
        patience_s=chosen.patience,
    )


def judge(plan: Plan, folder: Path | None) -> None:
    """Play, and print the report, also of games up to an interruption."""
    rules, referee = plan.rules, Referee(plan, folder)
    options = rules.game.canonical(rules.o) or "usual rules"
    print(f"{rules.game.name} ({options}), against {', '.join(plan.opponents)}, seed {plan.seed}")
    try:
        for _match in referee.play():
            if sys.stderr.isatty():
                print(f"\r{referee.tally.games} of {plan.games}", end="", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for line in referee.tally.lines():
        print(line)


def rules_of(game: str, preset: str, options: str) -> Rules:
    """The rules to play by.  Raises BadPlan."""
    rules = find(game)
    presets = {known.key: known.options for known in rules.presets}
    if preset and preset not in presets:
        raise BadPlan(f"the presets of {rules.name} are {', '.join(presets)}")
    try:
        return Rules.of(rules, ";".join(filter(None, (presets.get(preset, ""), options))))
    except BadOptions as bad:
        raise BadPlan(str(bad)) from None


def levels_of(game: str, given: str) -> list[str]:
    """The levels to play against, those that are usual if none is given.  Raises BadPlan."""
    bots = BOTS[game]
    levels = [level for level in given.split(",") if level] or list(bots.usual)
    if unknown := [level for level in levels if level not in bots.levels]:
        raise BadPlan(f"there is no level {unknown[0]}: choose from {', '.join(bots.levels)}")
    return levels


def verify(given: list[str]) -> int:
    """Check games in files, and print what was checked.  Return 0 if all is as promised, 1 if
    something is not, 2 if a file cannot be read or checked yet."""
    parser = ArgumentParser(
        prog="warsite verify",
        description="Replay games in files with the rules: JSON, lines of JSON, or WSN.",
    )
    parser.add_argument("file", type=Path, nargs="+")
    texts, paths = dict[Path, str](), parser.parse_args(given).file
    for path in paths:
        try:
            texts[path] = path.read_text()
        except (OSError, UnicodeDecodeError) as problem:
            print(f"{path}: {getattr(problem, 'strerror', None) or problem}", file=sys.stderr)
    unread = len(texts) < len({*paths})
    return max([2 * unread, *judged(texts)])


def judged(texts: Mapping[Path, str]) -> Iterator[int]:
    """Check the games of all these files; a game may go on from one in another file."""
    rows = dict[Path, list[files.Row]]()
    for path, text in texts.items():
        try:
            if text.startswith("[WSN"):
                yield show(files.verify_wsn(text, path.stem))
            else:
                rows[path] = files.games_in(text)
        except files.Unreadable as problem:
            print(f"{path}: {problem}", file=sys.stderr)
            yield 2
    known = {row.get("code", ""): row for games in rows.values() for row in games}
    for path, games in rows.items():
        for row in games:
            try:
                yield show(files.verify(row, known))
            except files.Unreadable as problem:
                print(f"{path}: {problem}", file=sys.stderr)
                yield 2


def show(verification: Verification) -> int:
    for check in verification.checks:
        print(f"{verification.code}: {'ok ' if check.ok else 'BAD'} {check.name}: {check.detail}")
    return 0 if verification.ok else 1
