"""Game states: classes with typed fields, used like ordinary objects.

    class Pile(Record):
        size: Byte
        cards: Annotated[list[int], 52]

The annotations are the only declaration.  They give the plain class for live play, the stored
bytes, the JSON form, and the layout for compiled code (`Pile.dtype()`), byte for byte the same."""

import hashlib
import struct
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

Byte = Annotated[int, "i1"]  # -128..127: seats, ranks, cards, sizes
Int = Annotated[int, "i4"]  # counters
Time = Annotated[int, "i8"]  # milliseconds
Word = Annotated[int, "u8"]  # 64 bits of a random generator
CardSet = Annotated[int, "i8"]  # bit c is set if card c is in the set (52 cards)
Flag = Annotated[bool, "?"]
Reader = Callable[[Sequence[Any], int], Any]
_CODES = {"?": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u8": "Q"}


class StaleLayout(ValueError):
    """Bytes that were stored with a different layout of the state."""


class Field:
    """One field of a record: `kind` is int, bool, an IntEnum or a Record; `count` is 0 for a single
    value."""

    def __init__(self, name: str, hint: Any) -> None:
        self.name, self.count, code = name, 0, "i1"
        while get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
            for note in notes:
                if isinstance(note, int):
                    self.count = note
                else:
                    code = note
        if get_origin(hint) is list:
            (hint,) = get_args(hint)
            while get_origin(hint) is Annotated:
                hint, code = get_args(hint)
        self.kind, self.code = hint, code
        self.is_record = issubclass(hint, Record)
        self.format = hint.format if self.is_record else _CODES[code]
        self.format *= self.count or 1
        self.alone = (hint is int or hint is bool) and not self.count  # struct returns it as it is
        self.width = (hint._width if self.is_record else 1) * (self.count or 1)

    def __repr__(self) -> str:
        return f"{self.name}:{self.kind.shape if self.is_record else self.code}*{self.count}"

    def read(self, values: Sequence[Any], at: int) -> Any:
        """The value of this field, whose numbers start at index `at` of `values`."""
        if self.is_record:
            if not self.count:
                return self.kind.of(values, at)
            ends = range(at, at + self.count * self.kind._width, self.kind._width)
            return [self.kind.of(values, place) for place in ends]
        if self.count:
            return list(values[at : at + self.count])
        return self.kind(values[at])


class Record:
    """A state, or a part of one.  Fields are numbers, flags, enums, records, and lists of these."""

    fields: ClassVar[list[Field]] = []
    format: ClassVar[str] = ""  # for struct
    shape: ClassVar[str] = ""  # names and types; differs for every layout
    _width: ClassVar[int] = 0  # how many numbers it holds
    _shelves: ClassVar[list[tuple[str, bool, int]]] = []  # how to write it
    _plan: ClassVar[list[tuple[str, int, Reader | None]]] = []  # how to read it; None: unchanged

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.fields = [Field(k, h) for k, h in hints.items() if get_origin(h) is not ClassVar]
        cls.format = "".join(f.format for f in cls.fields)
        cls._plan = [(f.name, f.width, None if f.alone else f.read) for f in cls.fields]
        cls._shelves = [(f.name, f.is_record, f.count) for f in cls.fields]
        cls._width = sum(f.width for f in cls.fields)
        cls.shape = hashlib.sha256(repr(cls.fields).encode()).hexdigest()[:8]

    def __init__(self) -> None:
        for f in self.fields:
            new = [f.kind() if f.is_record else f.kind(0) for _ in range(f.count or 1)]
            setattr(self, f.name, new if f.count else new[0])

    def values(self) -> list[int]:
        """All numbers of the record in the order of the fields."""
        out: list[int] = []
        self._write(out)
        return out

    def _write(self, out: list[int]) -> None:
        for name, is_record, count in self._shelves:
            value = getattr(self, name)
            if not is_record:
                if count:
                    out += value
                else:
                    out.append(value)
            elif count:
                for record in value:
                    record._write(out)
            else:
                value._write(out)

    @classmethod
    def of(cls, values: Sequence[Any], at: int = 0) -> Self:
        """The record whose numbers start at index `at` of `values`."""
        self = cls.__new__(cls)
        for name, width, read in cls._plan:
            setattr(self, name, values[at] if read is None else read(values, at))
            at += width
        return self

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        for f in self.fields:
            value = getattr(self, f.name)
            if f.is_record:
                value = [record.copy() for record in value] if f.count else value.copy()
            elif f.count:
                value = value[:]
            setattr(new, f.name, value)
        return new

    def to_bytes(self) -> bytes:
        """The record as bytes: four bytes that identify the layout, then the values, little-endian
        without gaps."""
        return bytes.fromhex(self.shape) + struct.pack("<" + self.format, *self.values())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record stored in these bytes.

        Raises:
            StaleLayout: they were written with a different layout of this record.
        """
        data = bytes(data)
        if data[:4].hex() != cls.shape or len(data) != 4 + struct.calcsize("<" + cls.format):
            raise StaleLayout(
                f"stored with another layout of {cls.__name__}: {data[:4].hex()}, now {cls.shape}"
            )
        return cls.of(struct.unpack("<" + cls.format, data[4:]))

    def to_dict(self) -> dict[str, Any]:
        """The record as a dict, for JSON and debugging; enums by name."""

        def plain(value: Any) -> Any:
            if isinstance(value, Record):
                return value.to_dict()
            if isinstance(value, list):
                return [plain(v) for v in value]
            return value.name if isinstance(value, IntEnum) else value

        return {f.name: plain(getattr(self, f.name)) for f in self.fields}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The record in a dict that `to_dict` made; fields that the dict does not have are 0.

        Raises:
            ValueError: the dict has an enum member that no longer exists.
        """

        def typed(field: Field, value: Any) -> Any:
            if field.is_record:
                return field.kind.from_dict(value)
            return field.kind[value] if isinstance(value, str) else field.kind(value)

        self = cls()
        try:
            for f in cls.fields:
                if f.name in data:
                    value = data[f.name]
                    new = [typed(f, one) for one in value] if f.count else typed(f, value)
                    setattr(self, f.name, new)
        except KeyError as bad:
            raise ValueError(f"there is no {bad} any more") from bad
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or type(self) is not type(other):
            return False
        return self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def dtype(cls) -> Any:
        """The layout for compiled code; only the lab's workers call this function."""
        import numpy

        rows: list[Any] = []
        for f in cls.fields:
            kind = f.kind.dtype() if f.is_record else f.code
            rows.append((f.name, kind, (f.count,)) if f.count else (f.name, kind))
        return numpy.dtype(rows)
