"""One test per rule, tried on many cases."""

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any


def each(cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Call a test that needs no fixture with every case, which gives all its arguments.  A failure
    names the case; having no cases is a failure too."""

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        many = len(signature(test).parameters) > 1

        def all_cases() -> None:
            tried = 0
            for case in cases:
                try:
                    test(*case) if many else test(case)
                except BaseException as failure:
                    failure.add_note(f"in case {case!r}")
                    raise
                tried += 1
            assert tried, "no case was found"

        all_cases.__name__, all_cases.__doc__ = test.__name__, test.__doc__
        all_cases.__module__, all_cases.__qualname__ = test.__module__, test.__qualname__
        return all_cases

    return decorate
