"""What a player is called to, on every page."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.accounts.models import Player
from games.table.clock import now_ms
from games.tournaments.reading.calls import Calls, calls_for


def calls(request: HttpRequest) -> dict[str, Any]:
    """A context processor; pages that do not show calls do not read them."""
    return {"calls": SimpleLazyObject(partial(calls_of, request))}


def calls_of(request: HttpRequest) -> Calls:
    user = getattr(request, "user", None)
    now = now_ms()
    return calls_for([user.pk], now)[user.pk] if isinstance(user, Player) else Calls(now)
