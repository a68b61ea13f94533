"""How soon play goes on after a kill."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.faults.people import Person

GOALS = "goals: 2 s for half of them, 5 s for 95 of 100; connections 3 s for 95 of 100"


class Kill(NamedTuple):
    """`at`: seconds of the steady clock."""

    name: str
    at: float


def report(kills: Sequence[Kill], people: Sequence[Person]) -> None:
    """A table: until the next news of each game after a kill, and until lost connections are
    back."""
    tables = defaultdict[str, list[float]](list)
    for person in people:
        tables[person.code] += person.news
    sorted_news = [sorted(news) for news in tables.values()]
    waits = defaultdict[str, list[float]](list)
    for kill in kills:
        waits[kind(kill.name)] += next_after(kill.at, sorted_news)
    counts = Counter(kind(kill.name) for kill in kills)
    print(
        f"{'next move after a kill of':28}{'kills':>6}{'games':>7}{'half':>8}{'95 %':>8}{'all':>8}"
    )
    for name, times in sorted(waits.items()):
        row(name, counts[name], times)
    row("any", len(kills), [wait for times in waits.values() for wait in times])
    back = [b - a for person in people for a, b in zip(person.lost, person.back, strict=False)]
    row("connections back", len(kills), back)
    print(GOALS)


def kind(name: str) -> str:
    return "two at once" if " and " in name else name.rstrip("1")


def next_after(at: float, tables: Iterable[Sequence[float]]) -> Iterable[float]:
    """For each game that was under way: how long until its next news."""
    for news in tables:
        place = bisect_right(news, at)
        if 0 < place < len(news):
            yield news[place] - at


def row(name: str, kills: int, times: Sequence[float]) -> None:
    if times:
        half, most, longest = (percentile(times, share) for share in (0.5, 0.95, 1.0))
        print(f"{name:28}{kills:8}{len(times):8}{half:7.2f}s{most:7.2f}s{longest:7.2f}s")


def percentile(values: Iterable[float], share: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(len(found) * share))]
