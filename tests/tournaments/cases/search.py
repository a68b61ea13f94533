"""First rounds, costs, the best draw and plans."""

from fractions import Fraction
from typing import Any

from games.tournaments.pairing.by_cost.cost import Cost, Past, round_cost
from games.tournaments.pairing.by_cost.draw import draw_seeds
from games.tournaments.pairing.byes import of_round
from games.tournaments.pairing.plans.designs import Plan, bound, coincidences
from games.tournaments.pairing.plans.plan import make_plan
from games.tournaments.settings import resolve

Case = dict[str, Any]


def before(case: Case) -> Past:
    """Points, meetings, byes and short tables as a case tells them."""
    return Past(
        points={int(seed): Fraction(points) for seed, points in case["points"].items()},
        met={(a, b): times for a, b, times in case.get("met", ())},
        last={(a, b) for a, b in case.get("last", ())},
        shorts={int(seed): times for seed, times in case.get("shorts", {}).items()},
        byes={int(seed): times for seed, times in case.get("had", {}).items()},
    )


def uneven_seats(plan: Plan) -> int:
    """The largest difference between two counts of seats of one entrant."""
    most = max(len(table) for tables in plan for table in tables)
    counts: dict[int, list[int]] = {}
    for table in (table for tables in plan for table in tables):
        for seat, seed in enumerate(table):
            counts.setdefault(seed, [0] * most)[seat] += 1
    return max(max(own) - min(own) for own in counts.values())


def told_cost(cost: Cost) -> Case:
    return {"rep": cost.rep, "short": cost.short, "spread": str(cost.spread)}


def told_draw(before: Past, given: Case, first: bool = False) -> Case:
    """Tables as the cases write them, by seeds."""
    settings = resolve(given)
    tables, byes = draw_seeds(before, settings, lot=1, first=first)
    cost = told_cost(round_cost(before, settings.size, tables))
    return cost | {"byes": list(byes.entrants), "tables": [sorted(table) for table in tables]}


def first_round(given: Case, case: Case) -> Any:
    everybody = Past({seed: Fraction(0) for seed in range(1, case["n"] + 1)})
    return told_draw(everybody, given, first=True)


def cost(given: Case, case: Case) -> Any:
    return told_cost(round_cost(before(case), given["size"], case["tables"]))


def best(given: Case, case: Case) -> Any:
    return told_draw(before(case), given)


def design(_given: Case, case: Case) -> Any:
    entrants, size, rounds = case["n"], case["k"], case["rounds"]
    sizes = of_round(resolve({"size": size}), entrants)
    plan = make_plan(sizes.tables, sizes.byes, rounds)
    return {
        "repeats": coincidences(plan),
        "bound": bound(plan, entrants),
        "seats": uneven_seats(plan),
    }


ANSWERS = {"first": first_round, "cost": cost, "best": best, "design": design}
