"""Double elimination of two: the losers' bracket, its drops, the final and its reset (5.3)."""

from dataclasses import replace

from games.tournaments.pairing.elimination.bracket import (
    Loser,
    Node,
    Winner,
    rounds_of,
    winners_bracket,
)


def double(entrants: int, reset: bool = True) -> list[Node]:
    """The graph of a double elimination, in order of time (5.3.3); `reset`: who comes from the
    winners' bracket must be beaten twice.

    Raises ValueError for fewer than two."""
    rounds = rounds_of(entrants)
    nodes = [replace(node, round=_winners_time(node.round)) for node in winners_bracket(rounds)]
    for r in range(2, rounds + 1):
        nodes += _losers_rounds(r, matches=2 ** (rounds - r))
    nodes.sort(key=lambda node: node.round)  # within a round as they were
    return nodes + _finals(rounds, reset)


def drop(round_: int, match: int, matches: int) -> int:
    """The number of the losers' match that takes the loser of W{round_}.{match}, of `matches`
    in that round; from round 2 (5.3.1)."""
    half = matches // 2
    if matches == 1:
        return 1
    if matches == 2:
        return 3 - match
    if round_ == 2:
        return (half if match <= half else 3 * half) + 1 - match
    if round_ == 3:
        return (match - 1 + half) % matches + 1
    return matches + 1 - match


def _winners_time(round_: int) -> int:
    return max(1, 2 * (round_ - 1))


def _losers_rounds(r: int, matches: int) -> list[Node]:
    """The two rounds of the losers' bracket that go with W{r}: among themselves, then against
    those who drop."""
    first, second = 2 * r - 3, 2 * r - 2
    below, kind = (f"W{r - 1}", Loser) if r == 2 else (f"L{first - 1}", Winner)
    among = [
        Node(f"L{first}.{j}", first + 1, (kind(f"{below}.{2 * j - 1}"), kind(f"{below}.{2 * j}")))
        for j in range(1, matches + 1)
    ]
    dropping = {drop(r, j, matches): f"W{r}.{j}" for j in range(1, matches + 1)}
    against = [
        Node(f"L{second}.{x}", second + 1, (Winner(f"L{first}.{x}"), Loser(dropping[x])))
        for x in range(1, matches + 1)
    ]
    return among + against


def _finals(rounds: int, reset: bool) -> list[Node]:
    champion = f"W{rounds}.1"
    other = Winner(f"L{2 * rounds - 2}.1") if rounds > 1 else Loser(champion)
    final = Node("F1.1", 2 * rounds, (Winner(champion), other))
    again = Node("F2.1", 2 * rounds + 1, (Winner("F1.1"), Loser("F1.1")), if_beaten=champion)
    return [final, again] if reset else [final]
