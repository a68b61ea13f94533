"""Finished games in bulk, as lines of JSON."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import Field, Query, Router

from games.api.games import game_out
from games.api.problems import BadQuestion, Problem
from games.api.schemas import Filter
from games.api.streams import LINES, caller_key, may_hear, streamed
from games.bus.db_thread import in_thread
from games.bus.open_connections import Place
from games.limits.declared import EXPORTS
from games.live import limits
from games.table.models import Table
from games.table.querysets import TableQuerySet
from games.table.reading import game_log
from games.table.reading.history import HistoryForm, find
from games.table.reading.pagination import EPOCH, Cursor, Page, page

router = Router()
PORTION = 200  # games that are looked up at once
WITH_TOKEN, WITHOUT = 200, 20  # games a second
LONGEST_S = 3600.0
CHECK_S = 2.0  # whether the token still works
SHARE = 0.2  # largest share of a process: players need it more


class Export(Filter):
    """The filters of an export."""

    with_moves: bool = Field(False, description="each game as under /games/{code}")
    after: str = Field("", max_length=16, description="code of the last game you have")


@router.get(
    "",
    response=dict.fromkeys((401, 422, 429), Problem),
    summary="Finished games in bulk, line by line",
    openapi_extra=LINES,
)
async def export(request: HttpRequest, question: Query[Export]) -> StreamingHttpResponse:
    """Export games, the oldest first, one game a line.  The last line is `{"end": true, "games": n,
    "next": code}`; a stream without this line was cut: continue `after` the code of the last whole
    line.  `next` is null if there are no more games."""
    key = f"export of {caller_key(request)}"
    tables, start = await sync_to_async(read)(request, question)
    token = getattr(request, "token", None)
    language = translation.get_language() or "en"
    place = await limits.claim(key, EXPORTS)
    return streamed(
        lines(
            portion=partial(portion, tables, whole=question.with_moves),
            text=partial(text_of, language=language, whole=question.with_moves),
            start=start,
            pace=WITH_TOKEN if token else WITHOUT,
            is_valid=partial(may_hear, token),
            place=place,
        )
    )


def read(request: HttpRequest, question: Export) -> tuple[TableQuerySet, Cursor]:
    """Return the games, and the position at which to begin.  Raises BadQuestion."""
    query = request.GET.copy()
    query.pop("after", None)
    form = HistoryForm(query)
    if not form.is_valid():
        raise BadQuestion({key: [str(text) for text in rows] for key, rows in form.errors.items()})
    start = Cursor(EPOCH, 0, newer=True)
    if question.after:
        last = Table.objects.finished().public().filter(code=question.after).first()
        if last is None or last.ended_at is None:
            raise BadQuestion({"after": [_("There is no finished public game with this code.")]})
        start = Cursor(last.ended_at, last.pk, newer=True)
    return find(form.filters), start


def portion(tables: TableQuerySet, start: Cursor, *, whole: bool) -> Page[Table]:
    columns = Table.objects.defer("state") if whole else Table.objects.listed()
    return page(tables, start, PORTION, columns=columns)


def text_of(table: Table, *, language: str, whole: bool) -> str:
    with translation.override(language):
        return json.dumps(game_log.as_json(table)) if whole else game_out(table).model_dump_json()


async def lines(
    *,
    portion: Callable[[Cursor], Page[Table]],
    text: Callable[[Table], str],
    start: Cursor,
    pace: int,
    is_valid: Callable[[], bool],
    place: Place,
) -> AsyncIterator[str]:
    """Yield the lines of an export, at most `pace` games a second, and fewer if games take long to
    write.  Between lines no thread and no connection is held."""
    begun = checked_at = time.monotonic()
    sent, last, more = 0, "", True
    async with limits.opened(place):
        while more and time.monotonic() - begun < LONGEST_S:
            batch = await in_thread(portion, start)
            for table in reversed(batch.rows):
                written_at = time.monotonic()
                if written_at - checked_at >= CHECK_S:
                    checked_at = written_at
                    if not await in_thread(is_valid):
                        return
                line = await in_thread(text, table) + "\n"
                rest_s = (time.monotonic() - written_at) * (1 / SHARE - 1)
                yield line
                sent, last = sent + 1, table.code
                start = Cursor(table.ended_at or EPOCH, table.pk, newer=True)
                await asyncio.sleep(max(rest_s, sent / pace - (time.monotonic() - begun)))
            more = batch.newer is not None
        yield json.dumps({"end": True, "games": sent, "next": last if more else None}) + "\n"
