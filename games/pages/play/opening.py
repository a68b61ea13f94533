"""Forms that open a table: they take random bytes from the browser, and a form sent twice opens one
table."""

import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from games.accounts.answers import answer_once
from games.accounts.models import Player
from games.lobby.invitations import open_and_invite
from games.pages.play.one_screen import sit_beside
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order

ENTROPY = 16  # bytes for the shuffle from a player


def entropy_of(request: HttpRequest) -> bytes:
    """The random bytes from the browser's form; without scripts, bytes from the server."""
    return sent_entropy(request) or secrets.token_bytes(ENTROPY)


def sent_entropy(request: HttpRequest) -> bytes | None:
    try:
        entropy = bytes.fromhex(request.POST.get("entropy", ""))
    except ValueError:
        return None
    return entropy if len(entropy) == ENTROPY else None


def open_once(
    request: HttpRequest,
    player: Player,
    *,
    is_ready: bool,
    invite: Sequence[Player] = (),
    **chosen: Any,
) -> Table:
    """Open a table as chosen, once.  The player is ready unless other people are waited for.  A
    double click sends the form twice: both requests have the same random bytes from the browser,
    which serve as a key, so the second one gets the table of the first.  Raises Refused."""

    def do() -> Table:
        table = open_and_invite(by=player, invite=invite, **chosen)
        if table.one_screen:
            sit_beside(table, player)
        if is_ready:
            play.ready(Order(table, player), entropy=entropy_of(request))
        return table

    entropy = sent_entropy(request)
    if entropy is None:
        return do()
    key, now = UUID(bytes=entropy), timezone.now()
    answer = answer_once(player=player, key=key, request="", now=now, do=lambda: {"pk": do().pk})
    return Table.objects.get(pk=answer.content["pk"])
