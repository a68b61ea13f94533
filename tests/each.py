"""One test per rule, tried on many cases."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, contextmanager, nullcontext
from inspect import Parameter, Signature, signature
from typing import Any

from django.core.cache import caches
from django.db import connection, transaction


@contextmanager
def undone():
    """Take back what is written to the database meanwhile, and forget what is kept of its rows:
    SQLite gives their keys to the next ones."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    for name in ("template_fragments", "standings"):
        caches[name].clear()


def alone() -> AbstractContextManager[None]:
    """Keep a case from the next ones, in a test whose own writes are taken back at its end."""
    return undone() if connection.in_atomic_block else nullcontext()


def each(
    cases: Iterable[Any], fixtures: str = ""
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with every case, which gives all its arguments except these fixtures (names with
    commas between them).  A case finds the database as the fixtures left it.  A failure names the
    case; having no cases is a failure too."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        listed = [*cases]
        assert listed, "there is no case"
        asked = fixtures.split(", ") if fixtures else []
        given = [name for name in signature(test).parameters if name not in asked]

        def all_cases(**made: Any) -> None:
            for case in listed:
                values = case if len(given) > 1 else (case,)
                try:
                    with alone():
                        test(**made, **dict(zip(given, values, strict=True)))
                except BaseException as failure:
                    failure.add_note(f"in case {case!r}")
                    raise

        all_cases.__name__, all_cases.__doc__ = test.__name__, test.__doc__
        all_cases.__module__, all_cases.__qualname__ = test.__module__, test.__qualname__
        shown = [Parameter(name, Parameter.KEYWORD_ONLY) for name in asked]
        all_cases.__signature__ = Signature(shown)  # type: ignore[attr-defined]
        return all_cases

    return decorate
