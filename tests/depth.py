"""How long the tests play that draw their cases at random: a quarter of their counts in the inner
circle.  With DEPTH=1 they play whole, from another seed each time; the report names it, and
FIRST_SEED repeats it."""

import math
import os
import random
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")
DEPTH = float(os.environ.get("DEPTH", "0.25"))
WHOLE = DEPTH >= 1
# Set for the processes that share the tests out, too.
FIRST_SEED = int(os.environ.setdefault("FIRST_SEED", str(WHOLE * random.randrange(1, 2**31))))


def deep(count: int) -> int:
    """This share of a count, at least one."""
    return math.ceil(count * DEPTH)


def share(cases: Iterable[T]) -> list[T]:
    """This share of the cases of a test, evenly spread: the first one in any case."""
    return list(cases)[:: math.ceil(1 / DEPTH)]


def seeds(count: int) -> range:
    """Seeds of cases of which each must hold."""
    return range(FIRST_SEED, FIRST_SEED + deep(count))


def examples(count: int) -> Callable[[Any], Any]:
    """Let hypothesis draw this share of so many examples; a failure says how to draw it again."""
    return settings(
        max_examples=deep(count),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=not WHOLE,
        print_blob=True,
    )
