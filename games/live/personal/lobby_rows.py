"""The rows of the lobby in words: for pages, and encoded once for all who watch it."""

import logging
from collections.abc import Collection, Iterable
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language, gettext, ngettext

from games.accounts.models import Player
from games.live import protocol
from games.live.personal.wishes import kind_words
from games.live.snapshot import phrases
from games.lobby.listing import UNREADABLE, Entry, Person, listing, without
from games.lobby.models import Wish
from games.relations.reading import relations_of
from games.rules.catalogue import find
from games.rules.options import pairs
from games.table import clock
from games.table.models import Table
from games.table.words import title

log = logging.getLogger(__name__)
MOST_BYTES = 16_000  # of all rows
RULES = 3  # phrases of a row
SLOWNESS_MS = (60, 150)  # round trips up to these are told as classes


def lobby_texts(languages: Collection[str]) -> dict[str, str]:
    """The message, encoded once for each language; read it in a thread."""
    entries, count = listing(clock.now_ms())
    found = {}
    for language in languages:
        with translation.override(language):
            found[language] = protocol.encode({"lobby": {"count": count, "rows": rows(entries)}})
    return found


def seen_by(player: Player | None) -> dict[str, Any]:
    """The lobby as a page shows it: without whom this player blocks, and their own wish."""
    entries, count = listing(clock.now_ms())
    blocked, followed = relations_of([player.pk])[player.pk] if player else ((), ())
    shown = rows(without(entries, blocked, player))
    return {"rows": shown, "more": max(0, count - len(entries)), "followed": followed}


def rows(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """In the active language, as many as fit into the message."""
    found, size = [], 0
    for entry in entries:
        try:
            row = table_row(entry, entry.of) if isinstance(entry.of, Table) else wish_row(entry)
        except UNREADABLE:
            log.warning("The lobby leaves out %r", entry.of)
            continue
        size += len(protocol.encode(row).encode()) + 1
        if size > MOST_BYTES:
            break
        found.append(row)
    return found


def table_row(entry: Entry, table: Table) -> dict[str, Any]:
    taken = gettext("{taken} of {all} seats taken")
    rules = phrases(table.game, table.options, get_language() or "en")
    return row_of(
        entry,
        id=table.code,
        url=reverse("table", args=[table.code]),
        title=title(table),
        rules=", ".join(rules[:RULES]) or gettext("standard rules"),
        seats=taken.format(taken=table.players - entry.needs, all=table.players),
        rated=table.rated,
        go=gettext("Join"),
    )


def wish_row(entry: Entry) -> dict[str, Any]:
    """Somebody looks: whoever likes the same takes it into their own wish."""
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


def row_of(entry: Entry, **words: Any) -> dict[str, Any]:
    """`of`: ids of those on whose account a reader may leave it out."""
    kind = "wish" if isinstance(entry.of, Wish) else "table"
    people = [person_row(person) for person in entry.people]
    return {
        "kind": kind,
        **words,
        "since": entry.since,
        "people": people,
        "of": sorted(entry.apart),
    }


def person_row(person: Person) -> dict[str, Any]:
    player, skill = person.player, person.skill
    row = {
        "id": player.pk,
        "name": player.name,
        "url": reverse("player", args=[player.slug]),
        "what": what_is(person),
        "line": "" if person.rtt_ms is None else slowness(person.rtt_ms),
    }
    return row if skill is None else row | {"points": skill.points, "margin": skill.margin}


def what_is(person: Person) -> str:
    """Nothing is said of people with accounts."""
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
