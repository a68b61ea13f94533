"""The differences between a client's state and the next one (docs/protocol.md)."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

Fields = Mapping[str, Any]


def changed(before: Fields, now: Fields, without: Container[str] = ()) -> dict[str, Any]:
    """The fields of the new state that the old one lacks, or that have another value there."""
    return {k: v for k, v in now.items() if before.get(k, ...) != v and k not in without}


def changed_view(before: Fields, now: Fields, without: Container[str] = ()) -> dict[str, Any]:
    """The fields of a view that are new or have changed; for `seats`, the changed fields by
    seat."""
    seats, was = now["seats"], before.get("seats")
    values = changed(before, now, without)
    if values.pop("seats", None) is not None:
        rows = changed_rows(was or [{}] * len(seats), seats)
        return values | {"seats": rows} if rows else values
    return values


def changed_rows(before: Sequence[Fields], now: Sequence[Fields]) -> dict[int, Any]:
    pairs = zip(before, now, strict=True)
    return {row["seat"]: changed(was, row) for was, row in pairs if row != was}


def is_comparable(before: Fields, now: Fields) -> bool:
    """Whether no field of the old view is missing in the new one, so that the changed fields
    describe the new view completely."""
    rows = zip(before["seats"], now["seats"], strict=True)
    return before.keys() == now.keys() and all(was.keys() == row.keys() for was, row in rows)
