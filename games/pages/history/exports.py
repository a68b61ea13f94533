"""Downloads of a finished game, and the page that verifies its deal."""

import json
from collections.abc import Sequence
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.presentation.base import PRESENTATIONS
from games.rules.verification import Check, Verification
from games.table import daily
from games.table.models import Seat, Table
from games.table.reading import game_log, verification
from warsite.local import places

CHECKED_S = 600  # seconds; a verification replays the whole game


def dealt(request: HttpRequest, code: str) -> Table:
    """The finished game with this code, if cards were dealt.  Raises Http404."""
    table = get_object_or_404(Table.objects.visible_to(request.user.pk).over(), code=code.upper())
    if not table.deal:
        raise Http404(_("This table was closed before the cards were dealt."))
    return table


def open_to_all(file: HttpResponse) -> HttpResponse:
    """Allow scripts of other sites to read this file, which is public."""
    file["Access-Control-Allow-Origin"] = "*"
    return file


def attached(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


@require_safe
def wsn(request: HttpRequest, code: str) -> HttpResponse:
    table = dealt(request, code)
    return attached(game_log.wsn(table), "text/plain", f"{table.code}.wsn")


@require_safe
def game_json(request: HttpRequest, code: str) -> HttpResponse:
    table = dealt(request, code)
    text = json.dumps(game_log.as_json(table), ensure_ascii=False)
    return attached(text, "application/json", f"{table.code}.json")


def proof_of(table: Table) -> Verification:
    """The verification of a game, cached for a while after somebody has looked at it."""
    key = f"proof:{table.code}:{table.version}:{get_language()}"
    rows: Any = caches["copies"].get(key)
    if rows is None:
        rows = verification.verify(table).checks
        caches["copies"].set(key, rows, CHECKED_S)
    return Verification(table.code, tuple(Check(*row) for row in rows))


def key_text(table: Table, seats: Sequence[Seat]) -> str:
    """The message that is hashed with the secret to give the key."""
    if table.shared_deal:
        return table.shared_deal
    if table.day is not None:
        return f"{table.game}|{table.day.isoformat()}"
    return "|".join([table.code, *(f"entropy {seat.number}" for seat in seats)])


@require_safe
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """The page that shows the promise, the proof, and whether they match."""
    table = get_object_or_404(Table.objects.visible_to(request.user.pk), code=code.upper())
    if not table.shows_cards:
        return redirect("table", code=table.code)
    seats = list(table.seats.select_related("player").order_by("number"))
    is_common = table.day is not None or bool(table.shared_deal)
    context = {
        "table": table,
        "script_checks_moves": PRESENTATIONS[table.game].script_checks_moves,
        "is_public": table.day is not None and not table.commitment,
        "added": [] if is_common else [(seat, bytes(seat.entropy).hex()) for seat in seats],
        "key_text": key_text(table, seats),
        "secret": bytes(table.secret).hex() if daily.shows_secret(table) else None,
        "proof": proof_of(table),
    }
    return render(request, "verify/index.html", context)


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """The script that checks a game without this site."""
    if not places.VERIFIER.exists():
        raise Http404(_("The program is not installed here. It is in the source of the site."))
    return attached(places.VERIFIER.read_text(), "text/x-python", "verify.py")
