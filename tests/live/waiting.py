"""Waiting for conditions, never for a time."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 60.0  # it only names what hangs, however slow the machine is
T = TypeVar("T")


def wait_for(condition: Callable[[], T], timeout_s: float = PATIENCE_S) -> T:
    """Look until it is so."""
    end = time.monotonic() + timeout_s
    while not (value := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return value
