"""Round robins: Berger's tables for two, plans for more (5.4, 5.5)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tests.referee.file import Fault, Faults, File, Round, Stage, compare
from tests.referee.rounds import sizes
from tests.referee.timeline import Presence, drawn_by

Plan = Sequence[Sequence[Sequence[int]]]
# Fields in which nobody need meet twice for so many rounds (5.5.2).
PERFECT = {
    (9, 3): 4, (15, 3): 7, (16, 4): 5, (25, 5): 6, (49, 7): 8, (64, 8): 9,
    (18, 3): 6, (24, 4): 4, (30, 5): 3,
}  # fmt: skip
PRIME_POWERS = {2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49}


def faults(file: File) -> Faults:
    for stage in file.stages:
        if stage.settings.format != "roundrobin":
            continue
        if stage.settings.two:
            yield from berger(stage)
        else:
            yield from plan(stage)
            for round_ in stage.rounds:
                yield from planned(file, stage, round_)


# Two -------------------------------------------------------------------------------------


def berger(stage: Stage) -> Faults:
    """The opponents and their seats, by the rule of 5.4.1."""
    n, where = len(stage.field), f"stage {stage.no}"
    for round_ in stage.rounds:
        if round_.method == "manual":
            continue
        right = berger_round(n, round_.no, stage.settings.cycles)
        recorded = [tuple(stage.seeds[e] for e in pairing.seats) for pairing in round_.pairings]
        yield from compare(f"{where} round {round_.no}", "the pairings", recorded, right)
        seated = {seed for pair in right for seed in pair}
        free = [u.entrant for u in round_.unpaired if u.kind == "free"]
        left_over = [e for e in stage.field if stage.seeds[e] not in seated]
        yield from compare(f"{where} round {round_.no}", "who is free", free, left_over)


def berger_round(n: int, number: int, cycles: int) -> list[tuple[int, int]]:
    """The tables of a round: (seat 1, seat 2), by seeds."""
    m = n + n % 2
    whole = m - 1
    is_second, number = number > whole, (number - 1) % whole + 1
    if cycles == 2 and not is_second and number > whole - 2 and whole > 1:
        number = 2 * whole - 1 - number  # the last two rounds change places
    tables = []
    for low in range(1, m):
        if (2 * low - number - 1) % whole == 0 and m <= n:
            tables.append((low, m) if low <= m // 2 else (m, low))
        for high in range(low + 1, m):
            if (low + high - number - 1) % whole == 0:
                tables.append((low, high) if (low + high) % 2 else (high, low))
    tables.sort(key=min)
    return [(b, a) for a, b in tables] if is_second else tables


# More ------------------------------------------------------------------------------------


def plan(stage: Stage) -> Faults:
    """Everybody once a round, few meetings twice, fair seats and byes (5.5.2-5.5.4)."""
    n, s, where = len(stage.field), stage.settings, f"stage {stage.no} plan"
    if s.rounds is None or len(stage.plan) < s.rounds:  # more, if the stage ends early
        yield Fault(where, f"it has {len(stage.plan)} rounds, and {s.rounds} are played")
    free, tables = sizes(s, n)
    for number, round_ in enumerate(stage.plan, 1):
        seated = [seed for table in round_ for seed in table]
        if len({*seated}) < len(seated) or not {*seated} <= {*range(1, n + 1)}:
            yield Fault(f"{where} round {number}", "somebody sits twice, or nobody knows them")
        recorded = sorted(map(len, round_), reverse=True)
        yield from compare(f"{where} round {number}", "the sizes", recorded, tables)
    repeats = coincidences(stage.plan)
    limit = most_coincidences(stage, free)
    if repeats > limit:
        yield Fault(where, f"{repeats} meet again, {limit} may")
    yield from _even(where, stage, 1 if len({*tables}) < 2 and not free else _apart(stage))


def coincidences(plan: Plan) -> int:
    met = Counter(pair for one in plan for table in one for pair in combinations(sorted(table), 2))
    return sum(times * (times - 1) // 2 for times in met.values())


def most_coincidences(stage: Stage, free: int) -> int:
    """0 where that is possible, else near the bound (5.5.2, 5.5.3)."""
    n, k, plan = len(stage.field), stage.settings.size, stage.plan
    full = all(len(table) == k for one in plan for table in one)
    none = PERFECT.get((n, k), 0)
    if n % k == 0 and n // k >= k and n // k in PRIME_POWERS:
        none = max(none, n // k)
    if full and not free and len(plan) <= none:
        return 0
    meetings = sum(len(t) * (len(t) - 1) // 2 for one in plan for t in one)
    return bound(n, plan) + (2 if n <= 16 else meetings // 10)


def bound(n: int, plan: Plan) -> int:
    """No plan with these sizes has fewer (5.5.3)."""
    degree = Counter(dict.fromkeys(range(1, n + 1), 0))
    for table in (table for one in plan for table in one):
        degree.update(dict.fromkeys(table, len(table) - 1))
    of_entrants = sum(spread(d, n - 1) for d in degree.values())
    of_rounds = sum(
        max(
            sum(spread(len(table), len(other)) for table in round_),
            sum(spread(len(table), len(round_)) for table in other),
        )
        for round_, other in combinations(plan, 2)
    )
    return max(-(-of_entrants // 2), of_rounds)


def spread(things: int, boxes: int) -> int:
    """Pairs that share a box when so many things are spread evenly."""
    each, more = divmod(things, boxes)
    return (boxes - more) * each * (each - 1) // 2 + more * (each + 1) * each // 2


def _apart(stage: Stage) -> int:
    """The most by which two seats of an entrant may differ where tables are short: 2, or more if
    the last seat, which short tables do not have, is too rare for that."""
    tables = [table for one in stage.plan for table in one]
    size = max(map(len, tables), default=0)
    if size < 2:
        return 2
    last = sum(len(table) == size for table in tables) // len(stage.field)
    games = max(Counter(seed for table in tables for seed in table).values())
    return max(2, -(-(games - last) // (size - 1)) - last)


def _even(where: str, stage: Stage, apart: int) -> Faults:
    """Nobody has one seat, or a bye, much more often than another (5.5.4)."""
    seats: Counter[tuple[int, int]] = Counter()
    played: Counter[int] = Counter()
    for table in (table for one in stage.plan for table in one):
        played.update(table)
        seats.update((seed, seat) for seat, seed in enumerate(table))
    most = max((len(table) for one in stage.plan for table in one), default=0)
    for seed in range(1, len(stage.field) + 1):
        own = [seats[seed, seat] for seat in range(most)]
        if max(own) - min(own) > apart:
            yield Fault(where, f"seed {seed} has seats {own}")
    byes = [len(stage.plan) - played[seed] for seed in range(1, len(stage.field) + 1)]
    if max(byes) - min(byes) > 1:
        yield Fault(where, f"byes {byes}")


def planned(file: File, stage: Stage, round_: Round) -> Faults:
    """The planned tables, without those who are not here (5.5.5)."""
    if round_.method == "manual":
        return
    act = drawn_by(file, stage.no, round_.no).no
    presence = Presence(file, stage.no, round_.no, act)
    tables = [[stage.field[seed - 1] for seed in table] for table in stage.plan[round_.no - 1]]
    present = [[e for e in table if not presence.kind(e)] for table in tables]
    recorded = [pairing.seats for pairing in round_.pairings]
    yield from compare(
        f"stage {stage.no} round {round_.no}", "the tables", recorded, [t for t in present if t]
    )
