"""What a bot wants to do, and when."""

from typing import NamedTuple


class Intent(NamedTuple):
    """An act as a client would send it, due `delay_ms` after the `since` of the view it was
    chosen from.  `args` are those of the act; times in ms."""

    act: str
    args: dict[str, object]
    delay_ms: int
