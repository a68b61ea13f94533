"""The judge of a storm: everything that must be true after it.  It is imported when Django is set
up."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.rules.catalogue import rules_of
from games.table.models import Move, Table
from games.table.reading import snapshot
from games.table.reading.verification import verify
from games.table.replay.rebuild import rebuild
from tests.faults.people import Person


def behind(people: list[Person]) -> list[str]:
    """The people whose view is not what is stored."""
    tables = Table.objects.filter(code__in={person.code for person in people})
    stored = {table.code: snapshot.load(table.pk) for table in tables}
    return [
        f"{person.code} from seat {you}"
        for person in people
        for seen, you in [(stored[person.code], person.state["view"]["you"])]
        if (person.state["v"], person.state["view"]) != (seen.table.shown, seen.view(you))
    ]


def judge(people: list[Person]) -> list[str]:
    """Problems found; none if all is well."""
    faults: list[str] = [line for person in people for line in person.contradictions]
    tables = Table.objects.filter(code__in={person.code for person in people})
    commands = {name: told for table in tables for name, told in commands_of(table)}
    for person in people:
        for name, version in person.acked.items():
            known, refused = commands.get(name, (0, ""))
            if known != version or refused:
                faults.append(f"{person.code}: {name}, acknowledged at {version}, is at {known}")
        for name, code in person.refused.items():
            if name in commands and not commands[name][1]:
                faults.append(f"{person.code}: {name} was refused ({code}) and done")
    return faults + [fault for table in tables for fault in judge_table(table)]


def commands_of(table: Table) -> Iterator[tuple[str, tuple[int, str]]]:
    """The commands of a table: its version with each, as everyone knows it (sealed moves do not
    count), and why it was refused."""
    version = 0
    for move in table.moves.order_by("number").defer("events"):
        version += not move.sealed
        yield str(move.command), (version, move.refused)


def judge_table(table: Table) -> list[str]:
    """The log has no gaps, goes forward and explains the state."""
    faults: list[str] = []
    moves = list(table.moves.order_by("number"))
    if [move.number for move in moves] != list(range(1, table.version + 1)):
        faults.append(f"{table.code}: the log has gaps")
    faults += [f"{table.code}: time goes back at move {number}" for number in returns(moves)]
    game, options = rules_of(table.game, table.options)
    again = rebuild(table, list(table.seats.order_by("number")))
    state = game.load(bytes(table.state))
    if game.open_view(state, options) != game.open_view(again, options):
        faults.append(f"{table.code}: the log does not explain the state")
    return faults


def returns(moves: Sequence[Move]) -> list[int]:
    """Moves that are earlier than the one before.  The time of a game begins with its deal."""
    deal = next((place for place, move in enumerate(moves) if move.act == "deal"), 0)
    return [b.number for a, b in pairwise(moves[deal:]) if b.at_ms < a.at_ms]


def verified(people: list[Person]) -> list[str]:
    """The checks that everybody can make once the games are over."""
    tables = Table.objects.filter(code__in={person.code for person in people})
    checks = [(table.code, check) for table in tables for check in verify(table).checks]
    return [f"{code}: {check.name}: {check.detail}" for code, check in checks if not check.ok]
