"""The one switch between the two speeds: workers for bulk play set WARSITE_JIT=1 and the rules
are compiled; everywhere else `jit` changes nothing, and neither numba nor numpy is imported."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
COMPILED = os.environ.get("WARSITE_JIT") == "1"

if COMPILED and not TYPE_CHECKING:
    import numba
    import numpy

    U64, I64 = numpy.uint64, numpy.int64

    def lenient(rule):
        """Compiled code that cannot be kept (a full disk) is used all the same."""
        save = rule._cache.save_overload

        def save_if_possible(*what):
            with suppress(OSError):
                save(*what)

        rule._cache.save_overload = save_if_possible
        return rule

    def jit(rule):
        """Compile a rule as a function of its own."""
        return lenient(numba.njit(cache=True, nogil=True, error_model="numpy")(rule))

    def inline(rule):
        """Compile a rule into each place that uses it: for tiny rules and those used once."""
        kind = numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")
        return lenient(kind(rule))

    driver = jit
else:
    U64 = I64 = int

    def jit(rule: F) -> F:
        """Leave the rule as it is: plain Python."""
        return rule

    inline = driver = jit
