"""What players look for, as they are told: while they wait, and for a minute after it ended; for a
day if that was unexpected, because they may not have been here."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext, ngettext

from games.lobby.models import CONFIRMED_MS, End, Wish
from games.rules.catalogue import find
from games.table.clock import now_ms
from games.table.words import named

TOLD_MS = 60_000  # so long after its end
UNEXPECTED = (End.UNCONFIRMED, End.AWAY, End.PLAYING, End.PAUSED)  # told as long as it is kept


class WishMark(NamedTuple):
    """Differs when the wish does."""

    made_ms: int
    confirmed_ms: int
    end: str


def wish_marks(players: Collection[int]) -> dict[int, WishMark]:
    """Fingerprints of the players' wishes.  One query."""
    told = Q(end="") | Q(end__in=UNEXPECTED) | Q(ended_ms__gt=now_ms() - TOLD_MS)
    rows = Wish.objects.filter(told, player__in=players)
    fields = rows.values_list("player", "made_ms", "confirmed_ms", "end")
    return {player: WishMark(made, confirmed, end) for player, made, confirmed, end in fields}


def wishes_of(players: Collection[int]) -> dict[int, Wish]:
    if not players:
        return {}
    heavy = ("table__state", "table__secret", "table__deal", "table__front")
    rows = Wish.objects.filter(player__in=players).select_related("table", "player").defer(*heavy)
    return {wish.player_id: wish for wish in rows}


def wish_row(wish: Wish) -> dict[str, Any]:
    """`left_ms`: so long it goes on unless they say that they are still there."""
    now = now_ms()
    return {
        "kinds": [kind_words(kind) for kind in wish.kinds],
        "rated": wish.rated,
        "waited_ms": now - wish.made_ms,
        "left_ms": 0 if wish.end else max(0, wish.confirmed_ms + CONFIRMED_MS - now),
        "end": wish.end,
        "ended_ms": wish.ended_ms,
        "words": wish.get_end_display() if wish.end else "",
    }


def way(wish: Wish) -> dict[str, str] | None:
    """To the table of players who were matched, for the tab that asked."""
    table = wish.table
    if wish.end != End.MATCHED or table is None or table.is_over:
        return None
    return {"table": table.code, "tab": wish.tab}


def kind_words(kind: dict[str, Any]) -> str:
    """World War III, 2 to 4 players."""
    game = find(kind["game"])
    text = ngettext("{title}, {high} players", "{title}, {high} players", kind["high"])
    if kind["low"] != kind["high"]:
        text = gettext("{title}, {low} to {high} players")
    return text.format(title=named(game, kind["preset"]), low=kind["low"], high=kind["high"])
