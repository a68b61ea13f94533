"""The same random numbers in every run: the site's `secrets` are drawn from a seed."""

import random
import secrets
from collections.abc import Callable
from typing import Any


def drawn(seed: str) -> dict[str, Callable[..., Any]]:
    """Stand-ins for functions of `secrets`, by name."""
    luck = random.Random(seed)
    return {
        "token_bytes": lambda length=32: luck.randbytes(length),
        "choice": luck.choice,
        "randbelow": luck.randrange,
    }


def fix(seed: str) -> None:
    """Fix them for the rest of this process."""
    for name, draw in drawn(seed).items():
        setattr(secrets, name, draw)
