"""The few SQL statements of a live act, built once.

Building these statements through the ORM each time cost more than running them.  Values still go
through the model fields, which know how each database stores them.  PostgreSQL gets related
statements in one message, because each message is a round trip, and keeps statements prepared,
because planning took a third of the time."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from django.core.exceptions import FieldDoesNotExist
from django.db import DEFAULT_DB_ALIAS, NotSupportedError, ProgrammingError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

MOST_PREPARED = 4  # rows in one INSERT; a game played out at once writes hundreds
M = TypeVar("M", bound=models.Model)
Db = BaseDatabaseWrapper
Converter = Callable[[Any, Any, Any], Any]


class Query(NamedTuple, Generic[M]):
    """A query for rows of a model; `tail` is the SQL after FROM and the table's name."""

    model: type[M]
    tail: str
    values: Sequence[Any]

    def sql(self, db: Db) -> str:
        return f"{columns_of(self.model, db.vendor)[1]} {self.tail}"


class Change(NamedTuple):
    """An SQL statement that writes.  `repeated`: the statement is used often enough to be
    prepared."""

    sql: str
    values: Sequence[Any]
    repeated: bool = True


def database() -> Db:
    """This thread's own connection.  Django's proxy `connection` looks up the connection for each
    attribute, which took a twentieth of the time of a move."""
    return connections[DEFAULT_DB_ALIAS]


def read(model: type[M], tail: str, values: Sequence[Any]) -> list[M]:
    """The rows of a model that `tail` selects."""
    rows: list[M] = read_many(Query(model, tail, values))[0]
    return rows


def read_many(*queries: Query[Any]) -> list[list[Any]]:
    """The rows of several queries, in the order of the queries."""
    db = database()
    if db.vendor == "postgresql":
        return read_prepared(db, queries)
    results = []
    with db.cursor() as cursor:
        for query in queries:
            cursor.execute(query.sql(db), query.values)
            results.append(build_rows(db, query.model, cursor.fetchall()))
    return results


def read_prepared(db: Db, queries: Sequence[Query[Any]]) -> list[list[Any]]:
    """Read rows on PostgreSQL with prepared statements, in one message.  A prepared statement fails
    if a migration has changed the type of a column; then the message is sent once more."""
    raw = db.connection
    is_first = raw is None or raw.info.transaction_status.name == "IDLE"
    try:
        return send(db, queries)
    except NotSupportedError:  # "cached plan must not change result type"
        forget_prepared(db)
        if not is_first:  # the transaction is lost; whoever tries again succeeds
            raise
        db.connection.rollback()
        return send(db, queries)


def send(db: Db, queries: Sequence[Query[Any]]) -> list[list[Any]]:
    results = []
    with db.cursor() as cursor:
        statements = [prepared(db, query.sql(db)) for query in queries]
        begin = begin_statement(db)
        values = [value for query in queries for value in query.values]
        cursor.execute(begin + "; ".join(statements), values)
        if begin:
            cursor.nextset()
        for query in queries:
            results.append(build_rows(db, query.model, cursor.fetchall()))
            cursor.nextset()
    return results


_prepared: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()
_numbers = count()


def prepared(db: Db, statement: str) -> str:
    """The prepared form of this statement on PostgreSQL, created once per connection."""
    names = _prepared.setdefault(db.connection, {})
    if statement not in names:
        name = f"row_{next(_numbers)}"  # never used before on this connection
        numbers = count(1)
        numbered = re.sub("%s", lambda _: f"${next(numbers)}", statement)
        with db.cursor() as cursor:
            cursor.execute(f"PREPARE {name} AS {numbered}")
        marks = ", ".join(["%s"] * (next(numbers) - 1))
        names[statement] = f"EXECUTE {name} ({marks})" if marks else f"EXECUTE {name}"
    return names[statement]


def forget_prepared(db: Db) -> None:
    """Forget the statements prepared on this connection."""
    _prepared.pop(db.connection, None)


def begin_statement(db: Db) -> str:
    """The start of a message to PostgreSQL: BEGIN, if Django's transaction has not begun on the
    server.  Psycopg would send BEGIN in a separate message.  In autocommit mode Psycopg leaves
    BEGIN to this function, and still ends an open transaction."""
    raw = db.connection
    if db.in_atomic_block and raw.info.transaction_status.name == "IDLE":
        raw.autocommit = True
        return "BEGIN; "
    return ""


def build_rows(db: Db, model: type[M], rows: Iterable[Sequence[Any]]) -> list[M]:
    names, _, converters = columns_of(model, db.vendor)
    built = []
    for row in rows:
        if converters:
            row = list(row)
            for place, convert in converters:
                row[place] = convert(row[place], None, db)
        built.append(model.from_db(db.alias, names, row))
    return built


def inserted(rows: Sequence[models.Model]) -> Change:
    """A statement that inserts rows of one model, without returning the new ids."""
    model = type(rows[0])
    fields = stored_fields(model)
    values = [value for row in rows for value in values_of(row, fields)]
    return Change(insertion(model, len(rows)), values, repeated=len(rows) <= MOST_PREPARED)


def saved(row: models.Model, names: Iterable[str]) -> Change:
    """A statement that writes these fields of a locked row."""
    statement, fields = update(type(row), frozenset(names))
    return Change(statement, [*values_of(row, fields), row.pk])


def values_of(row: models.Model, fields: "Iterable[models.Field[Any, Any]]") -> list[Any]:
    """The values to store in these fields."""
    db = database()
    return [field.get_db_prep_save(getattr(row, field.attname), db) for field in fields]


def write(changes: Sequence[Change], *, last: bool) -> None:
    """Write all changes.  `last`: nothing more is written in this transaction."""
    db = database()
    with db.cursor() as cursor:
        if db.vendor == "postgresql":
            statements = [
                prepared(db, change.sql) if change.repeated else change.sql for change in changes
            ]
            if last and len(db.atomic_blocks) == 1:  # not inside an outer transaction
                statements.append("COMMIT")  # Django's own then has nothing left to do
            values = [value for change in changes for value in change.values]
            try:
                cursor.execute(begin_statement(db) + "; ".join(statements), values)
            except (NotSupportedError, ProgrammingError):  # prepared for other types of columns
                forget_prepared(db)
                raise
            return
        for change in changes:
            cursor.execute(change.sql, change.values)


@lru_cache
def columns_of(
    model: type[models.Model], vendor: str
) -> tuple[list[str], str, list[tuple[int, Converter]]]:
    """The names of the fields, the SELECT, and, by index, the functions that convert stored
    values."""
    fields, converters = model._meta.concrete_fields, list[tuple[int, Converter]]()
    for place, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        for convert in (
            *database().ops.get_db_converters(column),
            *field.get_db_converters(database()),
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
    """All fields of the model except the primary key."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def quoted(name: str | None) -> str:
    return str(database().ops.quote_name(name or ""))
