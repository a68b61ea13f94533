"""The few statements of a live act, in plain SQL, built once.

Building them through the ORM each time cost more than running them.  Values still go through the
model fields, which know how each database stores them.  PostgreSQL gets what belongs together in
one message, because each message is a wait, and keeps statements prepared, because planning took
a third of the time."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from django.core.exceptions import FieldDoesNotExist
from django.db import NotSupportedError, ProgrammingError, connection, models

MOST_PREPARED = 4  # rows in one INSERT; a game played out at once writes hundreds
M = TypeVar("M", bound=models.Model)
Converter = Callable[[Any, Any, Any], Any]


class Query(NamedTuple, Generic[M]):
    """Rows of a model; `tail` is what follows FROM and the table's name."""

    model: type[M]
    tail: str
    values: Sequence[Any]

    @property
    def sql(self) -> str:
        return f"{columns_of(self.model, connection.vendor)[1]} {self.tail}"


class Change(NamedTuple):
    """A writing statement.  `repeated`: worth preparing."""

    sql: str
    values: Sequence[Any]
    repeated: bool = True


def read(model: type[M], tail: str, values: Sequence[Any]) -> list[M]:
    """The rows of a model that `tail` selects."""
    rows: list[M] = read_many(Query(model, tail, values))[0]
    return rows


def read_many(*queries: Query[Any]) -> list[list[Any]]:
    """The rows of several queries, in this order."""
    if connection.vendor == "postgresql":
        return read_prepared(queries)
    results = []
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute(query.sql, query.values)
            results.append(build_rows(query.model, cursor.fetchall()))
    return results


def read_prepared(queries: Sequence[Query[Any]]) -> list[list[Any]]:
    """The same on PostgreSQL, in one message.  If a migration has changed the type of a column,
    what is prepared is of no use, and the message is sent once more."""
    raw = connection.connection
    is_first = raw is None or raw.info.transaction_status.name == "IDLE"
    try:
        return send(queries)
    except NotSupportedError:  # "cached plan must not change result type"
        forget_prepared()
        if not is_first:  # the transaction is lost; whoever tries again succeeds
            raise
        connection.connection.rollback()
        return send(queries)


def send(queries: Sequence[Query[Any]]) -> list[list[Any]]:
    results = []
    with connection.cursor() as cursor:
        statements = [prepared(query.sql) for query in queries]
        begin = begin_statement()
        values = [value for query in queries for value in query.values]
        cursor.execute(begin + "; ".join(statements), values)
        if begin:
            cursor.nextset()
        for query in queries:
            results.append(build_rows(query.model, cursor.fetchall()))
            cursor.nextset()
    return results


_prepared: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()
_numbers = count()


def prepared(statement: str) -> str:
    """The prepared form of this statement on PostgreSQL, once per connection."""
    names = _prepared.setdefault(connection.connection, {})
    if statement not in names:
        name = f"row_{next(_numbers)}"  # never used before on this connection
        numbers = count(1)
        numbered = re.sub("%s", lambda _: f"${next(numbers)}", statement)
        with connection.cursor() as cursor:
            cursor.execute(f"PREPARE {name} AS {numbered}")
        marks = ", ".join(["%s"] * (next(numbers) - 1))
        names[statement] = f"EXECUTE {name} ({marks})" if marks else f"EXECUTE {name}"
    return names[statement]


def forget_prepared() -> None:
    """Prepare everything anew on this connection."""
    _prepared.pop(connection.connection, None)


def begin_statement() -> str:
    """The start of a message to PostgreSQL: BEGIN, if the server does not yet know of Django's
    transaction.  Psycopg would send it in a separate message; in autocommit mode it leaves that
    to us, and still ends an open transaction."""
    raw = connection.connection
    if connection.in_atomic_block and raw.info.transaction_status.name == "IDLE":
        raw.autocommit = True
        return "BEGIN; "
    return ""


def build_rows(model: type[M], rows: Iterable[Sequence[Any]]) -> list[M]:
    names, _, converters = columns_of(model, connection.vendor)
    db, built = connection.alias, []
    for row in rows:
        if converters:
            row = list(row)
            for place, convert in converters:
                row[place] = convert(row[place], None, connection)
        built.append(model.from_db(db, names, row))
    return built


def inserted(rows: Sequence[models.Model]) -> Change:
    """Inserts rows of one model, without reading their new ids."""
    model = type(rows[0])
    fields = stored_fields(model)
    values = [
        field.get_db_prep_save(getattr(row, field.attname), connection)
        for row in rows
        for field in fields
    ]
    return Change(insertion(model, len(rows)), values, repeated=len(rows) <= MOST_PREPARED)


def saved(row: models.Model, names: Iterable[str]) -> Change:
    """Writes these fields of a locked row."""
    statement, fields = update(type(row), frozenset(names))
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    return Change(statement, [*values, row.pk])


def write(changes: Sequence[Change], *, last: bool) -> None:
    """Write all changes.  `last`: nothing else will be written in this transaction."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            statements = [
                prepared(change.sql) if change.repeated else change.sql for change in changes
            ]
            if last and len(connection.atomic_blocks) == 1:  # not inside an outer transaction
                statements.append("COMMIT")  # Django's own then has nothing left to do
            values = [value for change in changes for value in change.values]
            try:
                cursor.execute("; ".join(statements), values)
            except (NotSupportedError, ProgrammingError):  # prepared for other types of columns
                forget_prepared()
                raise
            return
        for change in changes:
            cursor.execute(change.sql, change.values)


@lru_cache
def columns_of(
    model: type[models.Model], vendor: str
) -> tuple[list[str], str, list[tuple[int, Converter]]]:
    """Names of the fields, the SELECT, and by index the functions that convert stored values."""
    fields, converters = model._meta.concrete_fields, list[tuple[int, Converter]]()
    for place, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        for convert in (
            *connection.ops.get_db_converters(column),
            *field.get_db_converters(connection),
        ):
            converters.append((place, convert))
    columns = ", ".join(quoted(field.column) for field in fields)
    select = f"SELECT {columns} FROM {quoted(model._meta.db_table)}"
    return [field.attname for field in fields], select, converters


@lru_cache
def insertion(model: type[models.Model], count: int) -> str:
    fields = stored_fields(model)
    columns = ", ".join(quoted(field.column) for field in fields)
    marks = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * count)
    return f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES {marks}"


@lru_cache(maxsize=512)
def update(
    model: type[models.Model], names: frozenset[str]
) -> tuple[str, list["models.Field[Any, Any]"]]:
    fields = [field for field in stored_fields(model) if field.name in names]
    if len(fields) < len(names):
        raise FieldDoesNotExist(f"{model.__name__} has not all of {sorted(names)}")
    changes = ", ".join(f"{quoted(field.column)} = %s" for field in fields)
    return f"UPDATE {quoted(model._meta.db_table)} SET {changes} WHERE id = %s", fields


def stored_fields(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """All fields except the primary key."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def quoted(name: str | None) -> str:
    return str(connection.ops.quote_name(name or ""))
