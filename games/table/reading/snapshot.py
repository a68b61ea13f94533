"""What each viewer may see of a table at one version, computed and encoded once.

A viewer is a seat number, or None for the public.  The rules mask hidden cards (`view`, `seen_by`);
nothing here adds to what they allow."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

from django.utils import translation
from django.utils.translation import gettext

from games.accounts.models import Player
from games.rules.catalogue import find, rules_of
from games.rules.events import Event, read_event, seen_by
from games.rules.game import Game, State
from games.rules.words import own_words, worded
from games.table import clock, moves, rows
from games.table.models import Move, Seat, Status, Table
from games.table.reading.packed_moves import TAIL, PackedMove, packed, tail
from games.table.replay.rebuild import stored_state
from games.table.signals import Written
from games.table.words import active_language, lines_of, title
from games.table.writer import transaction
from games.untrusted import encode

UNPACKED = 2  # of these, kept unpacked: the next move's lines need the last one's
BODIES = 64

View = dict[str, Any]


@lru_cache(maxsize=256)
def phrases(game: str, text: str, language: str) -> list[str]:
    """The house rules in words, in the active language."""
    rules, options = rules_of(game, text)
    return rules.phrases(options, translation)


K = TypeVar("K")


def keep(cached: dict[K, str], key: K, text: str) -> str:
    """Cache a text, up to a limit."""
    if len(cached) >= BODIES:
        cached.clear()
    cached[key] = text
    return text


class SeenEvents(NamedTuple):
    """The events of a move as a viewer may see them: as JSON and as objects."""

    rows: list[dict[str, Any]]
    events: list[Event]


class NumberedMove(NamedTuple):
    """A move and its public number (sealed moves do not count)."""

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
    written: State | None = None  # as the writer left it, if in this process
    # Encoded by viewer and known version: what has no words, and the words by language.
    bodies: dict[tuple[int | None, int], str] = field(default_factory=dict)
    words_sent: dict[tuple[int | None, int, str], str] = field(default_factory=dict)
    unmasked: dict[int, SeenEvents] = field(default_factory=dict)  # by move
    masked: dict[tuple[int, int | None], SeenEvents] = field(default_factory=dict)  # and viewer

    @property
    def version(self) -> int:
        """The stored version; never sent (it counts sealed moves)."""
        return self.table.version

    def moves_after(self, start: int) -> list[NumberedMove]:
        """The moves after this version, in order."""
        number, found = self.table.shown, list[NumberedMove]()
        for move in reversed(self.moves):
            if number <= start:
                break
            if not move.sealed:
                found.append(NumberedMove(number, move))
                number -= 1
        return found[::-1]

    @cached_property
    def oldest(self) -> int:
        """The version before the moves that are kept."""
        if not self.table.sealed:
            return self.table.version - len(self.moves)
        return self.table.shown - sum(not move.sealed for move in self.moves)

    @cached_property
    def sealed(self) -> dict[int | None, int]:
        """Seat -> the stored number of its last sealed move."""
        if not self.table.sealed:
            return {}
        return {move.seat: move.number for move in self.moves if move.sealed}

    def answered(self, viewer: int | None) -> int:
        """The last sealed move of a seat: it changed the seat's view, and no other."""
        return self.sealed.get(viewer, 0)

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat of a player; None for a spectator."""
        for seat in self.seats:
            if player_id is not None and seat.player_id == player_id:
                return seat.number
        return None

    def start_after(self, since: int) -> int:
        """The version after which moves are sent: `since`, or as far back as possible."""
        return max(since if since <= self.table.shown else 0, self.oldest)

    def body(self, viewer: int | None, start: int, view: View | None) -> dict[str, Any]:
        """The complete state for this viewer and what happened after version `start`, without
        words."""
        return {
            "v": self.table.shown,
            "from": start,
            "view": view,
            "table": self.facts(viewer),
            "events": self.events(self.moves_after(start), viewer),
        }

    def words(self, viewer: int | None, start: int, view: View | None) -> dict[str, Any]:
        """The words for it, in the active language."""
        table = self.table
        rules = phrases(table.game, table.options, translation.get_language())
        words: dict[str, Any] = {"table": {"title": title(table), "options": rules}}
        if view is not None:
            game, options = rules_of(table.game, table.options)
            words["view"] = game.prompts(self.state, options, view, active_language())
            if viewer is not None:
                own = own_words(game, self.state, options, viewer - 1, active_language())
                words["view"] |= {"own": own, "hints": self.hints(view)}
        return {"lines": self.lines(self.moves_after(start), viewer), "words": words}

    def hints(self, view: View) -> list[dict[str, str]]:
        texts = self.game.hint_texts
        return [{"key": key, "text": gettext(texts[key])} for key in self.game.hints(view)]

    def message(self, viewer: int | None, since: int) -> dict[str, Any]:
        """The whole message for a page, with its words in place."""
        start, view = self.start_after(since), self.view(viewer)
        words = self.words(viewer, start, view)
        return worded(self.body(viewer, start, view), words["words"]) | {"lines": words["lines"]}

    def text(
        self, viewer: int | None, since: int, language: str, *, now: int, watchers: int
    ) -> str:
        """The message as sent.  Connections share its two encoded parts; all languages share
        the first."""
        start = self.start_after(since)
        body = self.bodies.get((viewer, start))
        words = self.words_sent.get((viewer, start, language))
        if body is None or words is None:
            view = self.view(viewer)
        if body is None:
            body = keep(self.bodies, (viewer, start), encode(self.body(viewer, start, view)))
        if words is None:
            with translation.override(language):
                words = encode(self.words(viewer, start, view))
            keep(self.words_sent, (viewer, start, language), words)
        moment = f'{{"now":{self.table.game_ms(now)},"watchers":{watchers},'
        return f"{moment}{body[1:-1]},{words[1:]}"

    @property
    def game(self) -> Game:
        return find(self.table.game)

    @cached_property
    def state(self) -> State | None:
        """The game; None before the deal."""
        if self.written is not None or self.table.state is None:
            return self.written
        return stored_state(self.table)

    @cached_property
    def show_ms(self) -> int:
        """When (epoch ms) the cards last turned up in a race are to be seen; 0: there are none."""
        view = self.view(None) if self.table.lead_ms else None
        reveal = view["reveal"] if view else None
        return self.table.epoch_ms(reveal["show_at"]) if reveal else 0

    def view(self, viewer: int | None) -> View | None:
        """What this viewer may see; None before the deal."""
        if self.state is None:
            return None
        game, options = rules_of(self.table.game, self.table.options)
        seat = None if viewer is None else viewer - 1
        view: View = game.view(self.state, options, seat)
        return view

    def facts(self, viewer: int | None) -> dict[str, Any]:
        """The table itself: seats, offer, end."""
        table = self.table
        return {
            "code": table.code,
            "status": table.status,
            "game": table.game,
            "rules_version": table.rules_version,
            "players": table.players,
            "private": table.private,
            "arranged": table.arranged,
            "rated": table.rated,
            "chat": table.chat,
            "agree": table.agree,
            "seats": [self.seat_facts(seat, viewer) for seat in self.seats],
            "offer": self.offer(),
            "deal_ms": table.deal_ms,
            "limit_ms": table.limit_ms,
            "paused": table.paused_ms is not None,
            "rematch": self.rematch,
            "commitment": table.commitment,
            "day": table.day.isoformat() if table.day else None,
            "end": table.end,
            "result": table.result,
            "reason": table.reason,
        }

    def seat_facts(self, seat: Seat, viewer: int | None) -> dict[str, Any]:
        player = self.players[seat.player_id]
        return {
            "number": seat.number,
            "name": player.name,
            "bot": player.is_bot,
            "level": player.level,
            "owner": player.owner_name,
            "ready": seat.ready,
            "away_ms": seat.away_ms,
            "substitute": seat.substitute,
            "absence": self.absence(seat),
            "place": seat.place,
            "won": seat.won,
            "you": seat.number == viewer,
        }

    def absence(self, seat: Seat) -> dict[str, Any] | None:
        """What will happen to a player who is away, and when."""
        table = self.table
        if seat.away_ms is None or seat.substitute or table.status != Status.RUNNING:
            return None
        bot_s = table.away_after_s if table.substitute else None
        waits = [(s, then) for s, then in ((bot_s, "bot"), (table.forfeit_after_s, "out")) if s]
        if not waits:
            return None
        after_s, then = min(waits)
        return {"then": then, "until": table.game_ms(seat.away_ms + 1000 * after_s)}

    def offer(self) -> dict[str, Any] | None:
        """The open offer; it ends in game time, like every time sent to clients."""
        offer = self.table.offer
        if not offer:
            return None
        return {**offer, "until": self.table.game_ms(offer["until"])}

    def seen(self, move: PackedMove, viewer: int | None) -> SeenEvents:
        """The events of a move, masked for this viewer; nothing is secret after the end."""
        whole = self.unmasked_events(move)
        if self.table.is_over:
            return whole
        seen = self.masked.get((move.number, viewer))
        if seen is None:
            seat = None if viewer is None else viewer - 1
            masked = [seen_by(event, seat) for event in whole.events]
            events = whole.events
            if masked != whole.rows:
                events = [read_event(self.table.game, row) for row in masked]
            seen = self.masked[move.number, viewer] = SeenEvents(masked, events)
        return seen

    def unmasked_events(self, move: PackedMove) -> SeenEvents:
        """What happened, unmasked."""
        whole = self.unmasked.get(move.number)
        if whole is None:
            rows = move.events
            whole = SeenEvents(rows, [read_event(self.table.game, row) for row in rows])
            self.unmasked[move.number] = whole
        return whole

    def events(self, moves: Sequence[NumberedMove], viewer: int | None) -> list[dict[str, Any]]:
        """The events of these moves, each with the number and game time of its move."""
        return [
            {"n": number, "t": move.at_ms, **row}
            for number, move in moves
            for row in self.seen(move, viewer).rows
        ]

    def lines(self, moves: Sequence[NumberedMove], viewer: int | None) -> list[dict[str, Any]]:
        """The lines of these moves, from what this viewer may see, as in the replay."""
        names = self.names()
        battle = self.battle_before(moves[0].move, names) if moves else 0
        found = []
        for number, move in moves:
            for line in lines_of(self.game, move, self.seen(move, viewer).events, names, battle):
                battle = line.number
                found.append({"n": number, **line._asdict()})
        return found

    def battle_before(self, first: PackedMove, names: list[str]) -> int:
        """The battle at this move, for lines of the table, which have none of their own."""
        for move in reversed(self.moves):
            if (
                move.number < first.number
                and (events := self.unmasked_events(move).events)
                and (lines := self.game.describe(events, names))
            ):
                return lines[-1].number
        return 0

    def names(self) -> list[str]:
        """Names by seat; an empty seat has none."""
        names = {seat.number: self.players[seat.player_id].name for seat in self.seats}
        return [names.get(number, "") for number in range(1, self.table.players + 1)]


def load(table_id: int, before: Snapshot | None = None) -> Snapshot:
    """The stored table; what cannot have changed is taken from `before`."""
    queries: list[rows.Query[Any]] = [
        rows.Query(Table, "WHERE id = %s", [table_id]),
        transaction.seats_query(table_id),
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
    found = rows.read(Move, f"{where} ORDER BY number", [*within, *within, TAIL - 1])
    return tail(packed(moves.moves_of(table) if table.archived or not found else found))


def extended(before: Snapshot, written: Written) -> Snapshot | None:
    """The next snapshot from what this process wrote; None if it must be read."""
    table, seats, moves, state = written
    follows = bool(moves) and moves[0].number == before.version + 1
    known = all(seat.player_id in before.players for seat in seats)
    if not follows or not known or table.rematch_id != before.table.rematch_id:
        return None
    last = tail((*before.moves, *packed(moves)))
    unmasked = {n: events for n, events in before.unmasked.items() if n > before.version - UNPACKED}
    return Snapshot(
        table, tuple(seats), last, before.players, before.rematch, written=state, unmasked=unmasked
    )


def first_message(table: Table, player: Player | None) -> dict[str, Any]:
    """For the first rendering of a page: the message that a socket would send."""
    snapshot = load(table.pk)
    viewer = snapshot.seat_of(player.pk if player else None)
    now = snapshot.table.game_ms(clock.now_ms())
    return {"now": now, "watchers": 0, **snapshot.message(viewer, 0)}
