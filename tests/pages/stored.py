"""Games for tests of pages: stored rows for lists, and real ones played to the end."""

import math
from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import caches

from games.accounts.models import Player
from games.table.models import LENGTHS, Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
FRONT = [[26, 26], [30, 22], [40, 12], [52, 0]]


def size_of(length):
    return next(size for size, most in LENGTHS.items() if length <= most)


def stored(*players, number=0, winner=1, **values):
    """A finished game as a row, enough for every list.  `number`: minutes later."""
    ended = START + timedelta(minutes=number)
    length = values.pop("length", 100)
    fields = {
        "game": "war",
        "preset": "classic",
        "players": len(players),
        "status": "finished",
        "end": "all",
        "result": str(winner),
        "length": length,
        "size": size_of(length),
        "wars": 6,
        "counts": [52, 0],
        "front": FRONT,
        "ended_at": ended,
        "secret": bytes(32),
    }
    table = Table.objects.create(**(fields | values))
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=seat,
            player=player,
            bot=player.is_bot,
            place=1 if seat == winner else 2,
            won=seat == winner or table.result.startswith("="),
            ended_at=ended,
        )
        for seat, player in enumerate(players, 1)
    )
    return table


def played(*players, options="cap=20", **more):
    """A real game in which nobody acts and timers turn every card."""
    table = play.open_table(by=players[0], options=options, **more)
    for player in players[1:]:
        play.sit(Order(table, player))
    for number, player in enumerate(players):
        play.ready(Order(table, player), entropy=bytes([number] * 16))
    while (due := Table.objects.values_list("due_ms", flat=True).get(pk=table.pk)) is not None:
        play.tick(table=table, now=due)
    return Table.objects.get(pk=table.pk)


def kept_days(key):
    """The days for which the copies with this in their keys are kept, without doubles."""
    server = caches["copies"]._cache.get_client()
    return {math.ceil(server.ttl(found) / 86400) for found in server.scan_iter(f"*{key}:*")}


def person(name, **more):
    return Player.objects.create_user(name.lower(), password="correct horse", name=name, **more)


def confirm_addresses(*players):
    """Without one nobody is on a board."""
    EmailAddress.objects.bulk_create(
        EmailAddress(user=player, email=f"{player.pk}@example.org", verified=True, primary=True)
        for player in players
    )


def add_second_factor(player):
    """Staff and moderators need one."""
    return Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={})
