"""How each question of `cases.jsonl` is put to the code.  A module an area, with `ANSWERS`: for
every `do` a function of a case's `set` and `in` that returns what `out` tells, as plain JSON."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

Answer = Callable[[dict[str, Any], Any], Any]


def answers() -> dict[str, Answer | None]:
    """All areas together; None stands for a question that is not answered yet."""
    found: dict[str, Answer | None] = {}
    for module in iter_modules(__path__):
        found |= import_module(f"{__name__}.{module.name}").ANSWERS
    return found
