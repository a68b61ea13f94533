"""Rounds in which nobody meets anybody twice, from algebra or as they were once found (5.5.2)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from games.tournaments.pairing.plans.bound import Plan, Round, meetings
from games.tournaments.pairing.plans.fields import arithmetic

DIGITS = "0123456789abcdefghijklmnopqrst"
# By entrants and size: one line a round, one word a table, one character an entrant.  The first
# is Kirkman's, the others were found by search.
STORED = {
    (15, 3): """
        013 279 4cd 58b 6ae
        0be 124 38a 57d 69c
        0ad 1ce 235 49b 678
        089 17b 2de 346 5ac
        045 19a 28c 37e 6bd
        07c 156 2ab 39d 48e
        026 18d 3bc 47a 59e""",
    (18, 3): """
        08a 14h 23c 59g 6de 7bf
        0dh 13e 24b 58c 67g 9af
        07c 12f 36b 45d 89h aeg
        05e 178 29d 34g 6fh abc
        039 1cg 26a 47e 5bh 8df
        04f 1ad 2gh 357 69c 8be""",
    (24, 4): """
        03ch 1aef 26dm 45bk 78il 9gjn
        0258 1bcd 37aj 4ein 69hk fglm
        09em 148j 2abg 356i 7cfk dhln
        067n 12kl 34df 5egh 89ac bijm""",
    (30, 5): """
        024bj 136lo 5dfhm 79eps 8aikq cgnrt
        07ano 1289h 35kpr 4eimt 6bcdq fgjls
        01eqr 26ams 3bghi 459ln 7djkt 8cfop""",
}


def design(sizes: Sequence[int], rounds: int) -> Plan:
    """So many rounds of tables of these sizes without a repeat, or as many as are known.  With
    short tables it is one of full tables from which the last entrants are left out."""
    size, entrants = max(sizes), sum(sizes)
    full = size * len(sizes)
    stored = STORED.get((full, size), "").split("\n")[1:]
    known = map(_read, stored) if stored else _by_lines(size, len(sizes))
    smaller = ([[e for e in t if e <= entrants] for t in tables] for tables in known)
    fitting = (tables for tables in smaller if sorted(map(len, tables)) == sorted(sizes))
    return list(islice(_without_repeats(fitting), rounds))


def _read(line: str) -> Round:
    return [[DIGITS.index(one) + 1 for one in table] for table in line.split()]


def _without_repeats(rounds: Iterable[Round]) -> Iterator[Round]:
    """Those in which nobody meets whom they have met in one before."""
    met: set[tuple[int, int]] = set()
    for tables in rounds:
        pairs = meetings([tables]).keys()
        if met.isdisjoint(pairs):
            met |= pairs
            yield tables


def _by_lines(size: int, tables: int) -> Iterator[Round]:
    """The entrants stand in `size` rows of one for each table.  In round m the table that has
    column c in row 0 has column c + m i in row i.  Two of different rows meet in one round if
    m i - m j takes each value once, as in a field with `size` elements or more.  Those of a row
    meet in none of these rounds, and sit together afterwards, if their number fits."""
    plus, times = arithmetic(tables)
    for m in range(tables):
        shifts = [times(m, row % tables) for row in range(size)]
        yield [
            [row * tables + plus(column, shifts[row]) + 1 for row in range(size)]
            for column in range(tables)
        ]
    if tables % size == 0:
        for within in design([size] * (tables // size), tables):
            yield [[row * tables + e for e in table] for row in range(size) for table in within]
