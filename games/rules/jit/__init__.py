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

    from games.rules.jit.pipeline import RuleCompiler

    U64, I64 = numpy.uint64, numpy.int64

    def jit(rule):
        """Compile a rule as a function of its own, which other rules call, but not Python."""
        kind = numba.njit(nogil=True, error_model="numpy", pipeline_class=RuleCompiler)
        return kind(rule)

    def inline(rule):
        """Compile a rule into each place that uses it: for tiny rules and those used once."""
        kind = numba.njit(
            nogil=True, error_model="numpy", inline="always", pipeline_class=RuleCompiler
        )
        return kind(rule)

    def tuned(rule):
        """As `jit`, and optimized for itself before it is linked: for what millions of games
        spend their time in.  Fast games of War are a third more a second so."""
        no_callers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return numba.njit(nogil=True, error_model="numpy", **no_callers)(rule)

    def driver(rule):
        """Compile what Python calls, to play whole games, with all rules it uses; it is kept."""
        rule = numba.njit(cache=True, nogil=True, error_model="numpy")(rule)
        save = rule._cache.save_overload

        def save_if_possible(*what):
            with suppress(OSError):  # a full disk: it is used all the same
                save(*what)

        rule._cache.save_overload = save_if_possible
        return rule
else:
    U64 = I64 = int

    def jit(rule: F) -> F:
        """Leave the rule as it is: plain Python."""
        return rule

    inline = tuned = driver = jit
