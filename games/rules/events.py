"""Events as frozen dataclasses.  Each class is the only declaration of an event: the rules create
events, the log and the pages read their fields, and `seen_by` masks hidden fields.

Fields are annotated with the meaning of their numbers (`SEAT`, `CARD`; tuples hold several) and
with who may know them (`HIDDEN`: nobody before the game is over, `OWN`: only the seat in the field
`seat`, `COMMON`: nobody while other tables play the same deal).  In JSON seats count from 1, cards
are codes, `NONE` is null, and hidden cards are `??`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from games.rules.cards import NONE, card, name

if TYPE_CHECKING:
    from games.rules.words import Reader

SEAT, CARD = "seat", "card"
HIDDEN = "hidden"  # from everyone until the game is over
OWN = "own"  # from everyone except the seat in the field `seat`
COMMON = "common"  # from everyone while other tables play the same deal


class Form(NamedTuple):
    """The functions that write and read one field of an event, whether it holds `many` values, to
    whom it is visible (`who`), and the JSON Schema of a value."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    many: bool
    who: str
    schema: dict[str, Any]


KINDS: dict[str, dict[str, type["Event"]]] = {}  # game -> name of the event -> its class


class Event:
    """Something that happened in a game.  `place` and `kind` belong to the event's line in the log:
    the number of the battle, round or second, and ``, `note`, `war` or `end`."""

    __slots__ = ()
    ev: ClassVar[str] = ""
    forms: ClassVar[dict[str, Form]] = {}

    @property
    def place(self) -> int:
        return 0

    @property
    def kind(self) -> str:
        return ""

    def says(self, to: "Reader") -> str:
        """The sentence for this event, even if the event is masked; "" if it has no line in the
        log."""
        return ""

    def to_dict(self) -> dict[str, Any]:
        """The event for JSON, with nothing masked."""
        row: dict[str, Any] = {"ev": self.ev}
        for field, form in self.forms.items():
            value = getattr(self, field)
            row[field] = [form.write(v) for v in value] if form.many else form.write(value)
        return row

    @classmethod
    def fields(cls) -> dict[str, dict[str, Any]]:
        """The JSON Schemas of the fields."""
        return {
            field: {"type": "array", "items": form.schema} if form.many else form.schema
            for field, form in cls.forms.items()
        }


PLAIN = {int: {"type": "integer"}, bool: {"type": "boolean"}, str: {"type": "string"}}
Tape = list[Event] | None  # None in bulk play: no events are created
E = TypeVar("E", bound=type[Event])


def _same(value: Any) -> Any:
    return value


def _write_seat(seat: int) -> int | None:
    return None if seat == NONE else seat + 1


def _read_seat(number: int | None) -> int:
    return NONE if number is None else number - 1


def _write_card(number: int) -> str | None:
    return None if number == NONE else name(number)


def _read_card(code: str | None) -> int:
    return NONE if code is None else card(code)


def _write_enum(value: IntEnum) -> str:
    return value.name.lower()


def _form(hint: Any) -> Form:
    notes: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        notes = tuple(rest)
    many = get_origin(hint) is tuple
    if many:
        hint = get_args(hint)[0]
    who = next((n for n in notes if n in (HIDDEN, OWN, COMMON)), "")
    if SEAT in notes:
        seat = {"type": ["integer", "null"], "minimum": 1}
        return Form(_write_seat, _read_seat, many, who, seat)
    if CARD in notes:
        code = {"type": ["string", "null"], "format": "card"}
        return Form(_write_card, _read_card, many, who, code)
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        kind = hint
        words = {"enum": [member.name.lower() for member in kind]}
        return Form(_write_enum, lambda word: kind[word.upper()], many, who, words)
    return Form(_same, _same, many, who, PLAIN[hint])


@dataclass_transform(frozen_default=True)
def event(cls: E) -> E:
    """Declare a kind of event: a frozen dataclass, registered under its package and its name.
    `SlapOpen` in `games.rules.war.events` is `slap_open` of `war`."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    made.ev = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
    hints = get_type_hints(cls, include_extras=True)
    made.forms = {k: _form(h) for k, h in hints.items() if get_origin(h) is not ClassVar}
    KINDS.setdefault(cls.__module__.split(".")[-2], {})[made.ev] = made
    kind: E = made
    return kind


def read_event(game: str, row: dict[str, Any]) -> Event:
    """The event in this row, in which cards may be masked (`??` is read as UNKNOWN).

    Raises:
        KeyError: the game has no such event, or a field is missing.
    """
    kind = KINDS[game][row["ev"]]
    values: dict[str, Any] = {}
    for field, form in kind.forms.items():
        raw = row[field]
        values[field] = tuple(form.read(v) for v in raw) if form.many else form.read(raw)
    return kind(**values)


def seen_by(ev: Event, seat: int | None) -> dict[str, Any]:
    """The event for JSON as this seat (None: a spectator) may see it during the game.  Each hidden
    card is `??`, so the number of cards is visible."""
    row = ev.to_dict()
    for field, form in ev.forms.items():
        hidden = form.who == HIDDEN or (form.who == OWN and getattr(ev, "seat", NONE) != seat)
        if hidden:
            row[field] = ["??"] * len(row[field]) if form.many else "??"
    return row


def seen_in_common(ev: Event, seat: int | None) -> dict[str, Any]:
    """The event as in `seen_by`, for a table whose deal other tables play as well: COMMON cards are
    hidden, too."""
    cards = [field for field, form in ev.forms.items() if form.who == COMMON]
    row = seen_by(ev, seat)
    return row | {field: ["??"] * len(row[field]) for field in cards}
