"""The lobby in words: rows for pages and messages, in the active language."""

import logging
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.accounts.models import Player
from games.accounts.names import isolated_text
from games.lobby.listing import UNREADABLE, LobbyEntry, WaitingPerson, listing, without
from games.lobby.models import CONFIRMED_MS, LASTS_MS, Invitation, Wish, WishEnd
from games.relations.reading import relations_of
from games.rules.catalogue import find
from games.rules.options import pairs
from games.table import clock
from games.table.models import Table
from games.table.querysets import HEAVY_OF_TABLE
from games.table.words import named, phrases, title
from games.untrusted import encode

log = logging.getLogger(__name__)
MOST_BYTES = 16_000  # size of all rows
RULES = 3  # phrases of a row
SLOWNESS_MS = (60, 150)  # round trips up to these are shown as classes
STATES = {
    "here": _("Online, has not answered yet"),
    "waiting": _("Has not answered yet"),
    "accepted": _("Accepted"),
    "declined": _("Declined"),
    "ended": _("Ended"),
}

# Open tables and wishes ---------------------------------------------------------------------------


def lobby_texts(languages: Collection[str]) -> dict[str, str]:
    """The message about the lobby, encoded once for each language; to be called in a thread."""
    entries, count = listing(clock.now_ms())
    texts = {}
    for language in languages:
        with translation.override(language):
            texts[language] = encode({"lobby": {"count": count, "rows": rows(entries)}})
    return texts


def lobby_for(player: Player | None, first: list[Table] | None = None) -> dict[str, Any]:
    """The lobby as shown on a page: without the people whom this player blocks, and without the
    player's own wish.  `first`: the first open tables, if they have been read."""
    entries, count = listing(clock.now_ms(), first)
    blocked, followed = relations_of([player.pk])[player.pk] if player else ((), ())
    visible = rows(without(entries, blocked, player))
    return {"rows": visible, "more": max(0, count - len(entries)), "followed": followed}


def rows(entries: Iterable[LobbyEntry]) -> list[dict[str, Any]]:
    """The rows in the active language, up to the size limit of the message."""
    fitting, size = [], 0
    for entry in entries:
        try:
            row = table_row(entry, entry.of) if isinstance(entry.of, Table) else seeker_row(entry)
        except UNREADABLE:
            log.warning("The lobby leaves out %r", entry.of)
            continue
        size += len(encode(row).encode()) + 1
        if size > MOST_BYTES:
            break
        fitting.append(row)
    return fitting


def table_row(entry: LobbyEntry, table: Table) -> dict[str, Any]:
    seats_taken = gettext("{taken} of {all} seats taken")
    rules = phrases(table.game, table.options, get_language() or "en")
    return row_of(
        entry,
        id=table.code,
        url=reverse("table", args=[table.code]),
        title=title(table),
        rules=", ".join(rules[:RULES]) or gettext("standard rules"),
        seats=seats_taken.format(taken=table.players - entry.needs, all=table.players),
        rated=table.rated,
        go=gettext("Join"),
    )


def seeker_row(entry: LobbyEntry) -> dict[str, Any]:
    """A row for a player who looks for others; a reader can copy it into their own wish."""
    wish = entry.of
    assert isinstance(wish, Wish)
    own = [kind for kind in wish.kinds if not kind["preset"]]
    needs = ngettext("needs {count} player", "needs {count} players", entry.needs)
    return row_of(
        entry,
        id=f"w{wish.pk}",
        url=reverse("find") + f"?like={wish.pk}",
        title="; ".join(kind_words(kind) for kind in wish.kinds),
        rules="; ".join(rules_of_kind(kind) for kind in own),
        seats=needs.format(count=entry.needs),
        rated=wish.rated,
        go=gettext("Look for this too"),
    )


def rules_of_kind(kind: dict[str, Any]) -> str:
    game = find(kind["game"])
    values = dict(pairs(kind["options"])) | {game.seats_key: str(kind["low"])}
    options = game.canonical(game.options(values))
    return ", ".join(phrases(game.key, options, get_language() or "en")[:RULES])


def row_of(entry: LobbyEntry, **words: Any) -> dict[str, Any]:
    """The row of an entry.  `of`: ids of the people whose blocks may hide the entry from a
    reader."""
    kind = "wish" if isinstance(entry.of, Wish) else "table"
    people = [person_row(person) for person in entry.people]
    return {
        "kind": kind,
        **words,
        "since": entry.since,
        "people": people,
        "of": sorted(entry.apart),
    }


def person_row(person: WaitingPerson) -> dict[str, Any]:
    player, skill = person.player, person.skill
    row = {
        "id": player.pk,
        "name": player.name,
        "url": reverse("player", args=[player.slug]),
        "what": what_is(person),
        "line": "" if person.rtt_ms is None else slowness(person.rtt_ms),
    }
    return row if skill is None else row | {"points": skill.points, "margin": skill.margin}


def what_is(person: WaitingPerson) -> str:
    """The kind of player in words; "" for people with accounts."""
    player = person.player
    if player.owner is not None:
        return gettext("bot of {name}").format(name=player.owner.name)
    if player.is_bot:
        return gettext("bot")
    return gettext("guest") if player.is_guest else ""


def slowness(rtt_ms: int) -> str:
    for most in SLOWNESS_MS:
        if rtt_ms <= most:
            return gettext("up to {ms} ms").format(ms=most)
    return gettext("over {ms} ms").format(ms=SLOWNESS_MS[-1])


# A player's own wish ------------------------------------------------------------------------------


def wishes_of(players: Collection[int]) -> dict[int, Wish]:
    if not players:
        return {}
    rows = Wish.objects.filter(player__in=players).select_related("table", "player")
    rows = rows.defer(*HEAVY_OF_TABLE, "table__front")
    return {wish.player_id: wish for wish in rows}


def wish_row(wish: Wish) -> dict[str, Any]:
    """The row of a player's own wish.  `left_ms`: the time until the wish ends, unless the player
    confirms it."""
    now = clock.now_ms()
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
    """The code of the matched players' table, for the browser tab that made the wish."""
    table = wish.table
    if wish.end != WishEnd.MATCHED or table is None or table.is_over:
        return None
    return {"table": table.code, "tab": wish.tab}


def kind_words(kind: dict[str, Any]) -> str:
    """A kind of game in words: `World War III, 2 to 4 players`."""
    game = find(kind["game"])
    text = ngettext("{title}, {high} players", "{title}, {high} players", kind["high"])
    if kind["low"] != kind["high"]:
        text = gettext("{title}, {low} to {high} players")
    return text.format(title=named(game, kind["preset"]), low=kind["low"], high=kind["high"])


# A player's invitations ---------------------------------------------------------------------------


def invitation_rows(
    received: Iterable[int], sent: Iterable[tuple[int, str]], invitations: Mapping[int, Invitation]
) -> dict[str, Any]:
    """The invitations that a player received and sent.  Each sent one has its state, a key of
    STATES."""
    return {
        "in": [received_row(invitations[pk]) for pk in received if pk in invitations],
        "out": [sent_row(invitations[pk], state) for pk, state in sent if pk in invitations],
    }


def received_row(invitation: Invitation) -> dict[str, Any]:
    """The row of an invitation to answer.  `url`: the address of the form with `do=accept` or
    `do=decline`."""
    text = gettext("{name} invites you to {table}.")
    return {
        "id": invitation.pk,
        "by": invitation.inviter.name,
        "table": invitation.table.code,
        "title": title(invitation.table),
        "text": text.format(
            name=isolated_text(invitation.inviter.name), table=title(invitation.table)
        ),
        "until": invitation.made_ms + LASTS_MS,
        "url": reverse("answer_invitation", args=[invitation.pk]),
    }


def sent_row(invitation: Invitation, state: str) -> dict[str, Any]:
    return {
        "id": invitation.pk,
        "to": invitation.player.name,
        "table": invitation.table.code,
        "title": title(invitation.table),
        "state": state,
        "words": gettext(STATES[state]),
        "reason": invitation.get_reason_display() if invitation.reason else "",
    }
