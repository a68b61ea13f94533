"""The only switch between plain and compiled rules.  Lab workers set WARSITE_JIT=1 and compile the
rules; everywhere else `jit` does nothing, and neither numba nor numpy is imported."""

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
COMPILED = os.environ.get("WARSITE_JIT") == "1"

if COMPILED and not TYPE_CHECKING:
    import numba
    import numpy

    from games.rules.jit_pipeline import RuleCompiler

    U64, I64 = numpy.uint64, numpy.int64

    def jit(rule):
        """Compile a rule that other rules call; Python cannot call it."""
        kind = numba.njit(nogil=True, error_model="numpy", pipeline_class=RuleCompiler)
        return kind(rule)

    def inline(rule):
        """Inline a rule wherever it is used: for tiny rules, and for rules that are used once.
        LLVM does this, because Numba would copy the rule and infer its types again each time."""
        kind = numba.njit(
            nogil=True, error_model="numpy", forceinline=True, pipeline_class=RuleCompiler
        )
        return kind(rule)

    def tuned(rule):
        """Compile like `jit`, but optimize before linking, which makes fast War a third faster."""
        no_callers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return numba.njit(nogil=True, error_model="numpy", **no_callers)(rule)

    def driver(rule):
        """Compile a function that plays whole games, together with all the rules it uses.  Python
        can call this function, and the result is cached on disk."""
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(rule)

        @wraps(rule)
        def play(*what):
            try:
                return compiled(*what)
            except OSError:  # the disk is full: it is compiled, only not kept
                return compiled(*what)

        return play
else:
    U64 = I64 = int

    def jit(rule: F) -> F:
        """Return the rule unchanged: plain Python."""
        return rule

    inline = tuned = driver = jit
