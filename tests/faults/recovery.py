"""How soon play goes on after a kill."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.faults.people import Person

HALF_S, MOST_S = 2.0, 5.0  # goals for 50 and 95 of 100 games, after a kill of one process
BACK_S = 3.0  # for 95 of 100 connections
TWO = "two at once"


class Kill(NamedTuple):
    """`at`: seconds of the steady clock."""

    name: str
    at: float


def report(kills: Sequence[Kill], people: Sequence[Person], slack: float = 1) -> list[str]:
    """A table: until the next news of each game after a kill, and until lost connections are
    back.  Which goals were missed, if so many times as long is allowed."""
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
    one = [wait for name, times in waits.items() if name != TWO for wait in times]
    back = [b - a for person in people for a, b in zip(person.lost, person.back, strict=False)]
    row("any one", len(kills) - counts[TWO], one)
    row("connections back", len(kills), back)
    missed = missed_goals(one, back, slack)
    print(f"goals of any one: half {HALF_S:g} s, 95 % {MOST_S:g} s; of connections {BACK_S:g} s")
    print("\n".join(missed) or "all are met")
    return missed


def missed_goals(one: Sequence[float], back: Sequence[float], slack: float) -> list[str]:
    goals = (
        ("half of the games", one, 0.5, HALF_S),
        ("95 % of the games", one, 0.95, MOST_S),
        ("95 % of the connections", back, 0.95, BACK_S),
    )
    return [
        f"MISSED {what}: {found:.2f} s instead of {goal:g}"
        for what, times, share, goal in goals
        if times and (found := percentile(times, share)) > goal * slack
    ]


def kind(name: str) -> str:
    return TWO if " and " in name else name.rstrip("1")


def next_after(at: float, tables: Iterable[Sequence[float]]) -> Iterable[float]:
    """The time until the next news of each game that was under way."""
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
