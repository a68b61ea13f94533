"""Counts of repeated meetings in a plan and their lower bound (5.5.1, 5.5.3), and plans in which
nobody meets anybody twice, from algebra or from stored solutions (5.5.2).

A plan is a list of rounds, a round a list of tables, a table the seeds at it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import NamedTuple

Round = list[list[int]]
Plan = list[Round]


def meetings(plan: Iterable[Round]) -> Counter[tuple[int, int]]:
    """The number of times that each pair sits at one table; the smaller seed first."""
    tables = (sorted(table) for tables in plan for table in tables)
    return Counter(pair for table in tables for pair in combinations(table, 2))


def coincidences(plan: Iterable[Round]) -> int:
    """The sum of m (m - 1) / 2 over all pairs, of which each meets m times: R of 5.5.1."""
    return sum(m * (m - 1) // 2 for m in meetings(plan).values())


def shared(things: int, boxes: int) -> int:
    """The number of pairs of things that share a box if `things` things are spread evenly over the
    boxes: E of 5.5.3."""
    each, more = divmod(things, boxes)
    return boxes * each * (each - 1) // 2 + more * each


def bound(plan: Sequence[Round], entrants: int) -> Fraction:
    """The fewest coincidences that a plan of these sizes can have (5.5.3)."""
    opponents = Counter(e for tables in plan for table in tables for e in table * (len(table) - 1))
    by_entrants = Fraction(sum(shared(d, entrants - 1) for d in opponents.values()), 2)
    by_rounds = sum(max(_spread(a, b), _spread(b, a)) for a, b in combinations(plan, 2))
    return max(by_entrants, Fraction(by_rounds))


def _spread(tables: Round, others: Round) -> int:
    """The coincidences of two rounds if each table is spread evenly over the tables of the
    other."""
    return sum(shared(len(table), len(others)) for table in tables)


class Arithmetic(NamedTuple):
    """The addition and the multiplication of a field or ring, whose elements are numbers from 0."""

    plus: Callable[[int, int], int]
    times: Callable[[int, int], int]


def arithmetic(q: int) -> Arithmetic:
    """The field of q elements if q is a prime power; otherwise the integers modulo q, in which some
    differences have no inverse."""
    prime, degree = prime_power(q)
    if degree == 1:
        return Arithmetic(lambda a, b: (a + b) % q, lambda a, b: a * b % q)
    powers = _powers(prime, degree)
    logs = {element: exponent for exponent, element in enumerate(powers)}

    def times(a: int, b: int) -> int:
        return powers[(logs[a] + logs[b]) % (q - 1)] if a and b else 0

    return Arithmetic(lambda a, b: _plus(a, b, prime), times)


def prime_power(q: int) -> tuple[int, int]:
    """The prime and the exponent of q; (q, 1) also if q is not a prime power."""
    prime = next((p for p in range(2, q) if q % p == 0), q)
    degree = 1
    while prime**degree < q:
        degree += 1
    return (prime, degree) if prime**degree == q else (q, 1)


def _powers(prime: int, degree: int) -> list[int]:
    """The q - 1 powers of x in the field of q elements.  Elements are polynomials with coefficients
    modulo the prime, written as numbers to that base.  The modulus is the first polynomial for
    which the powers of x are all elements but 0."""
    q = prime**degree
    for modulus in range(q):  # x to the degree, as a polynomial of a lower one
        powers = [1]
        while len(powers) < q - 1:
            powers.append(_times_x(powers[-1], modulus, prime, q))
        if len({*powers} - {0}) == q - 1:
            return powers
    raise AssertionError(f"every finite field has a generator: {q}")


def _times_x(a: int, modulus: int, prime: int, q: int) -> int:
    carry, rest = divmod(a * prime, q)
    for _ in range(carry):
        rest = _plus(rest, modulus, prime)
    return rest


def _plus(a: int, b: int, prime: int) -> int:
    """The sum of two numbers digit by digit, without carrying."""
    total, place = 0, 1
    while a or b:
        total += (a % prime + b % prime) % prime * place
        a, b, place = a // prime, b // prime, place * prime
    return total


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
    """Rounds of tables of these sizes in which no pair meets twice: `rounds` of them, or as many as
    are known.  With short tables it is a design of full tables without its last entrants."""
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
    """The rounds in which no pair meets that has met in an earlier round; the other rounds are left
    out."""
    met: set[tuple[int, int]] = set()
    for tables in rounds:
        pairs = meetings([tables]).keys()
        if met.isdisjoint(pairs):
            met |= pairs
            yield tables


def _by_lines(size: int, tables: int) -> Iterator[Round]:
    """Rounds of a transversal design.  The entrants stand in `size` rows of one for each table.  In
    round m the table that has column c in row 0 has column c + m i in row i.  Two entrants of
    different rows meet in one round if m i - m j takes each value once, as in a field with `size`
    elements or more.  Entrants of one row meet in none of these rounds, and sit together
    afterwards, if their number fits."""
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
