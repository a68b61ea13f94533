"""The view of each viewer on a table at one version, computed and encoded once.

A viewer is a seat number, or None for the public.  The rules mask hidden cards (`view`, `seen_by`),
and this module reveals nothing that the rules mask."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.utils import translation

from games.accounts.models import Player
from games.accounts.names import isolated_text
from games.rules.catalogue import find, rules_of
from games.rules.events import seen_by, seen_in_common
from games.rules.game import Game, State
from games.rules.phrases import Language
from games.rules.words import own_words, safe, worded
from games.table import moves, rows
from games.table.differences import changed, changed_view, is_comparable
from games.table.models import Move, Seat, Table
from games.table.reading import facts
from games.table.reading.packed_moves import TAIL, PackedMove, packed, tail
from games.table.reading.seen_events import SeenEvents, read_events
from games.table.reasons import in_words
from games.table.replay.rebuild import stored_state
from games.table.signals import Written
from games.table.words import heading, is_of_table, language_of
from games.table.writer.orders import seats_query
from games.untrusted import encode

UNPACKED = 2  # moves kept unpacked: the next move's lines need the last one's
BODIES = 64

View = dict[str, Any]
Words = dict[str, Any]
Place = tuple[int | None, int, int | None]  # viewer, known version, version of the base


K = TypeVar("K")
V = TypeVar("V")


def keep(cached: dict[K, V], key: K, value: V) -> V:
    """Cache a value.  A full cache is emptied first."""
    if len(cached) >= BODIES:
        cached.clear()
    cached[key] = value
    return value


class NumberedMove(NamedTuple):
    """A move and its public number, which does not count sealed moves."""

    number: int
    move: PackedMove


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A table at one version, with its last moves; shared by all connections of the process."""

    table: Table
    seats: tuple[Seat, ...]
    moves: tuple[PackedMove, ...]
    players: dict[int, Player]  # everyone with a seat, by key
    rematch: str | None  # code of the next table
    written: State | None = None  # the state as the writer left it, if it was in this process
    # Encoded by viewer, known version and base: what has no words, and the words by language.
    bodies: dict[Place, str] = field(default_factory=dict)
    words_sent: dict[tuple[Place, str], str] = field(default_factory=dict)
    views: dict[int | None, View | None] = field(default_factory=dict)  # by viewer
    said: dict[tuple[int | None, str], Words] = field(default_factory=dict)  # and language
    unmasked: dict[int, SeenEvents] = field(default_factory=dict)  # by move
    masked: dict[tuple[int, int | None], SeenEvents] = field(default_factory=dict)  # and viewer

    @property
    def version(self) -> int:
        """The stored version, which is never sent because it counts sealed moves."""
        return self.table.version

    def moves_after(self, start: int) -> list[NumberedMove]:
        """The public moves after version `start`, in order."""
        number, later = self.table.shown, list[NumberedMove]()
        for move in reversed(self.moves):
            if number <= start:
                break
            if not move.sealed:
                later.append(NumberedMove(number, move))
                number -= 1
        return later[::-1]

    @cached_property
    def oldest(self) -> int:
        """The version just before the oldest move that is kept."""
        if not self.table.sealed:
            return self.table.version - len(self.moves)
        return self.table.shown - sum(not move.sealed for move in self.moves)

    @cached_property
    def sealed(self) -> dict[int | None, int]:
        """The stored number of the last sealed move, by seat."""
        if not self.table.sealed:
            return {}
        return {move.seat: move.number for move in self.moves if move.sealed}

    def answered(self, viewer: int | None) -> int:
        """The number of the last sealed move of this viewer's seat, or 0.  A sealed move changes
        only the view of its own seat."""
        return self.sealed.get(viewer, 0)

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat of a player; None for a spectator."""
        for seat in self.seats:
            if player_id is not None and seat.player_id == player_id:
                return seat.number
        return None

    def start_after(self, since: int) -> int:
        """The version after which moves are sent: `since`, or the oldest version if that is
        later."""
        return max(since if since <= self.table.shown else 0, self.oldest)

    def body(self, viewer: int | None, start: int, base: "Snapshot | None" = None) -> View:
        """The complete state for this viewer, or only its difference from `base`, and the events
        after version `start`, without any texts."""
        body: dict[str, Any] = {"v": self.table.shown, "from": start, "view": self.view(viewer)}
        if base is None:
            body["table"] = self.facts(viewer)
        else:
            before = base.view(viewer) or {}
            body |= {"base": base.table.shown, "view": changed_view(before, body["view"])}
            if base.public_facts != self.public_facts:
                body["table"] = changed(base.facts(viewer), self.facts(viewer))
        return body | {"events": self.events(self.moves_after(start), viewer)}

    def words(
        self, viewer: int | None, start: int, language: str, base: "Snapshot | None" = None
    ) -> Words:
        """The texts that belong to `body`; a text that no longer exists is null."""
        words = whole = self.words_of(viewer, language)
        if base is not None:
            before = base.words_of(viewer, language)
            gone = dict.fromkeys(before["view"].keys() - whole["view"])
            words = {"view": changed(before["view"], whole["view"]) | gone}
            if before["table"] != whole["table"]:
                words["table"] = whole["table"]
        return {"lines": self.lines(self.moves_after(start), viewer, language), "words": words}

    def words_of(self, viewer: int | None, language: str) -> Words:
        """The texts of the whole state."""
        words = self.said.get((viewer, language))
        if words is not None:
            return words
        table, view = self.table, self.view(viewer)
        about = (table.game, table.preset, table.day, table.branch_at, table.options)
        words = {"table": heading(*about, language)}
        if table.reason:
            with translation.override(language):
                words["table"] = words["table"] | {"reason": in_words(table.reason)}
        if view is not None:
            game, options = rules_of(table.game, table.options)
            texts = language_of(language)
            names = self.said_names(texts)
            words["view"] = game.prompts(self.state, options, view, names, texts)
            if viewer is not None:
                words["view"]["hints"] = self.hints(view, texts)
            if table.one_screen:  # both read what lies between them, so it names them
                public = game.prompts(self.state, options, self.view(None) or {}, names, texts)
                words["view"]["call"] = public["call"]
            elif viewer is not None:
                own = own_words(game, self.state, options, viewer - 1, names, texts)
                words["view"]["own"] = own
        return keep(self.said, (viewer, language), words)

    def said_names(self, texts: Language) -> list[str]:
        """The names of the seats for use in sentences; for an empty seat, its number."""
        seat, names = texts.gettext("Seat {number}"), enumerate(self.names, 1)
        return safe(isolated_text(name) or seat.format(number=number) for number, name in names)

    def hints(self, view: View, texts: Language) -> list[dict[str, str]]:
        said = self.game.hint_texts
        return [{"key": key, "text": texts.gettext(said[key])} for key in self.game.hints(view)]

    def message(self, viewer: int | None, since: int) -> dict[str, Any]:
        """The whole message for a page, with all texts filled in, in the active language."""
        start = self.start_after(since)
        words = self.words(viewer, start, translation.get_language())
        return worded(self.body(viewer, start), words["words"]) | {"lines": words["lines"]}

    def text(
        self,
        viewer: int | None,
        since: int,
        language: str,
        *,
        now: int,
        watchers: int,
        base: "Snapshot | None" = None,
    ) -> str:
        """The message as sent; a client that has the state of `base` gets only the difference.
        Connections share the encoded body and texts; all languages share the body."""
        start = self.start_after(since)
        if base is not None and not self.continues(base, viewer):
            base = None
        place = viewer, start, None if base is None else base.version
        body = self.bodies.get(place)
        if body is None:
            body = keep(self.bodies, place, encode(self.body(viewer, start, base)))
        words = self.words_sent.get((place, language))
        if words is None:
            words = encode(self.words(viewer, start, language, base))
            keep(self.words_sent, (place, language), words)
        moment = f'{{"now":{self.table.game_ms(now)},"watchers":{watchers},'
        return f"{moment}{body[1:-1]},{words[1:]}"

    def continues(self, base: "Snapshot", viewer: int | None) -> bool:
        """Whether a viewer who has the state of `base` needs only the difference from it."""
        before, view = base.view(viewer), self.view(viewer)
        if base.players is not self.players or before is None or view is None:
            return False
        return is_comparable(before, view)

    @cached_property
    def game(self) -> Game:
        return find(self.table.game)

    @cached_property
    def state(self) -> State | None:
        """The state of the game; None before the deal."""
        if self.written is not None or self.table.state is None:
            return self.written
        return stored_state(self.table)

    @cached_property
    def show_ms(self) -> int:
        """The time (epoch ms) at which the newest cards of a race are shown; 0 if there are no
        cards to wait for."""
        view = self.view(None) if self.table.lead_ms else None
        reveal = view["reveal"] if view else None
        return self.table.epoch_ms(reveal["show_at"]) if reveal else 0

    def view(self, viewer: int | None) -> View | None:
        """The view of this viewer; None before the deal."""
        if self.state is None:
            return None
        view = self.views.get(viewer)
        if view is None:
            game, options = rules_of(self.table.game, self.table.options)
            view = game.view(self.state, options, None if viewer is None else viewer - 1)
            masked = game.common if self.table.held_back else ()
            view = keep(self.views, viewer, view | {k: ["??"] * len(view[k]) for k in masked})
        return view

    @cached_property
    def public_facts(self) -> dict[str, Any]:
        """The public facts of the table: seats, offer, end."""
        rows = [facts.seat_facts(self.table, s, self.players[s.player_id]) for s in self.seats]
        return {**facts.facts_of(self.table, self.rematch), "seats": rows}

    def facts(self, viewer: int | None) -> dict[str, Any]:
        """The facts for this viewer: the public facts, and which seat is the viewer's."""
        rows = self.public_facts["seats"]
        seats = [row | {"you": row["number"] == viewer} for row in rows]
        return self.public_facts | {"seats": seats}

    def seen(self, move: PackedMove, viewer: int | None) -> SeenEvents:
        """The events of a move, masked for this viewer; nothing is secret after the end."""
        whole = self.unmasked_events(move)
        if self.table.shows_cards:
            return whole
        seen = self.masked.get((move.number, viewer))
        if seen is None:
            seat = None if viewer is None else viewer - 1
            told = seen_in_common if self.table.held_back else seen_by
            masked = [told(event, seat) for event in whole.events]
            if masked == whole.rows:  # but PostgreSQL orders the keys of JSON anew
                seen = whole._replace(rows=masked)
            else:
                seen = read_events(self.table.game, masked)
            self.masked[move.number, viewer] = seen
        return seen

    def unmasked_events(self, move: PackedMove) -> SeenEvents:
        """The events of a move, unmasked."""
        whole = self.unmasked.get(move.number)
        if whole is None:
            whole = self.unmasked[move.number] = read_events(self.table.game, move.events)
        return whole

    def events(self, moves: Sequence[NumberedMove], viewer: int | None) -> list[dict[str, Any]]:
        """The events of these moves, each with the number and game time of its move."""
        return [
            {"n": number, "t": move.at_ms, **row}
            for number, move in moves
            for row in self.seen(move, viewer).rows
        ]

    def lines(
        self, moves: Sequence[NumberedMove], viewer: int | None, language: str
    ) -> list[dict[str, Any]]:
        """The lines about these moves, built from the events that this viewer may see, as in the
        replay; `mine` marks a line that differs from the one for other viewers."""
        you = None if self.table.one_screen else viewer  # a shared log names both
        battle, rows = None, []
        for number, move in moves:
            if battle is None and is_of_table(move):
                battle = self.battle_before(move, self.names)
            seen, said = self.seen(move, viewer), (self.game, move, self.names, battle or 0)
            public = seen.lines_for(None, language, *said)
            lines = public if you is None else seen.lines_for(you, language, *said)
            for line, other in zip(lines, public, strict=True):
                battle = line.number
                mine = {} if line == other else {"mine": True}
                rows.append({"n": number, **line._asdict(), **mine})
        return rows

    def battle_before(self, first: PackedMove, names: list[str]) -> int:
        """The battle before this move, for lines about the table, which have no battle of their
        own."""
        for move in reversed(self.moves):
            if (
                move.number < first.number
                and (events := self.unmasked_events(move).events)
                and (lines := self.game.describe(events, names))
            ):
                return lines[-1].number
        return self.table.first_place

    @cached_property
    def names(self) -> list[str]:
        """Names by seat; "" for an empty seat."""
        names = {seat.number: self.players[seat.player_id].name for seat in self.seats}
        return [names.get(number, "") for number in range(1, self.table.players + 1)]


def load(table_id: int, before: Snapshot | None = None) -> Snapshot:
    """Load the stored table; parts that cannot have changed are taken from `before`."""
    queries: list[rows.Query[Any]] = [
        rows.Query(Table, "WHERE id = %s", [table_id]),
        seats_query(table_id),
    ]
    if before:
        queries.append(rows.Query(Move, NEW, [table_id, before.version]))
    (table,), seats, *new = rows.read_many(*queries)
    known = before.players if before else {}
    rematch = before.rematch if before else None
    if unknown := {seat.player_id for seat in seats} - known.keys():
        known = known | Player.objects.select_related("owner").in_bulk(unknown)
    if (before.table.rematch_id if before else None) != table.rematch_id:  # or taken back
        rematch = table.rematch.code if table.rematch else None
    if before and len(new[0]) < MOST:
        missed = packed(move for move in new[0] if move.number <= table.version)
        moves = tail((*before.moves, *missed))
    else:
        moves = last_moves(table)
    return Snapshot(table, tuple(seats), moves, known, rematch)


MOST = 2 * TAIL  # new moves that are read one by one
NEW = f"WHERE table_id = %s AND number > %s ORDER BY number LIMIT {MOST}"
LAST_TOLD = """SELECT number FROM games_move WHERE table_id = %s AND number <= %s AND NOT sealed
    ORDER BY number DESC LIMIT 1 OFFSET %s"""


def last_moves(table: Table) -> tuple[PackedMove, ...]:
    """The last moves up to the version of this row."""
    within = (table.pk, table.version)
    where = f"WHERE table_id = %s AND number <= %s AND number >= COALESCE(({LAST_TOLD}), 0)"
    stored = rows.read(Move, f"{where} ORDER BY number", [*within, *within, TAIL - 1])
    return tail(packed(moves.moves_of(table) if table.archived or not stored else stored))


def extended(before: Snapshot, written: Written) -> Snapshot | None:
    """The next snapshot, built from the rows that this process wrote; None if the table has to be
    read instead."""
    table, seats, moves, state = written
    follows = bool(moves) and moves[0].number == before.version + 1
    known = all(seat.player_id in before.players for seat in seats)
    if not follows or not known or table.rematch_id != before.table.rematch_id:
        return None
    last = tail((*before.moves, *packed(moves)))
    unmasked = {n: events for n, events in before.unmasked.items() if n > before.version - UNPACKED}
    unmasked |= {move.number: read_events(table.game, move.events) for move in moves}
    return Snapshot(
        table, tuple(seats), last, before.players, before.rematch, written=state, unmasked=unmasked
    )
