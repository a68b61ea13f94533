"""Tables for two players at one screen: the player who opens the table plays for both seats."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.accounts.guests import new_guest
from games.accounts.models import Player
from games.limits.declared import OPPOSITE
from games.live import commands, protocol
from games.table.clock import now_ms
from games.table.models import Seat, Table
from games.table.writer import play
from games.table.writer.deal import ENTROPY
from games.table.writer.orders import Order


def companion_of(player: Player) -> Player:
    """The player for the second seat: for each player always the same guest, as whom nobody can
    sign in."""
    seats = Seat.objects.filter(table__one_screen=True, table__opened_by=player)
    seat = seats.exclude(player=player).select_related("player").first()
    return seat.player if seat else new_guest()


def sit_beside(table: Table, player: Player) -> None:
    """Seat the second player, and mark this player as ready.  Raises Refused."""
    other = companion_of(player)
    play.sit(Order(table, other))
    play.ready(Order(table, other), entropy=secrets.token_bytes(ENTROPY))


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Execute a command of the second player, which the first player's page has sent.  The response
    is the message that a socket would send."""
    arrived = now_ms()
    mine = Table.objects.running().filter(one_screen=True, opened_by=request.user.pk)
    table = get_object_or_404(mine.only("pk"), code=code.upper())
    seat = get_object_or_404(table.seats.exclude(player=request.user.pk))
    try:
        message = protocol.read_message(request.body.decode(errors="replace"))
    except protocol.BadMessage as bad:
        return as_json(protocol.error(bad.code, _(bad.text)), status=400)
    if not isinstance(message, protocol.Command) or message.act in commands.ACTS:
        return as_json(protocol.error("BAD_MESSAGE", _("Only moves can be sent.")), status=400)
    if not OPPOSITE.take(request.user.pk):
        words = _("Too many actions. Wait a moment and try again.")
        return as_json(protocol.reject(message.id, "SLOW_DOWN", words, 0))
    player, language = seat.player_id, get_language()
    reply = commands.execute(table.pk, player, message, language, arrived_ms=arrived)
    return as_json(reply.text)


def as_json(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type="application/json", status=status)
