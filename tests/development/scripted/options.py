"""House rules in cases: flags may be booleans, two ranks a list, no rank None."""

from collections.abc import Mapping
from typing import Any

from games.rules.options import Schema


def loose(schema: Schema, chosen: str | Mapping[str, object]) -> Any:
    """The options with these values; combinations are not checked."""
    if not isinstance(chosen, str):
        chosen = {key: as_text(value) for key, value in chosen.items()}
    return schema.build(schema.read_log(chosen))


def as_text(raw: object) -> str:
    """A value of a case as text."""
    if isinstance(raw, bool):
        return "on" if raw else "off"
    if raw is None:
        return "none"
    return ",".join(map(str, raw)) if isinstance(raw, list) else str(raw)
