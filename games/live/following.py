"""The state of one connection: the version of its table that was sent last, and its round trips,
measured by probes that only its socket can answer."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from uuid import UUID

from games.live.room import Room
from games.rules.acts import FASTEST_MS
from games.table import clock
from games.table.reading.snapshot import Snapshot

LAST = 4  # moves searched for a command of this moment
WINDOW_S = 30.0
PROVEN_S = 600.0  # how long an answer to a race limits the round trip
PENDING = 4  # probes


def early_ms(show_ms: int, now: int, rtt_ms: int | None) -> float:
    """The ms for which to hold a message back, so that over a connection with this round trip it
    arrives just when the cards of a race are shown (epoch ms), and no player has the cards
    early."""
    return max(0.0, show_ms - (rtt_ms or 0) / 2 - now)


class Latency:
    """The round trips of one connection.  Times are in seconds of a monotonic clock, results in
    ms."""

    __slots__ = ("pending", "proven", "trips")

    def __init__(self) -> None:
        self.pending: dict[str, float] = {}
        self.trips: deque[tuple[float, float]] = deque()
        self.proven: deque[tuple[float, float]] = deque()  # upper limits

    def probe(self, now: float) -> str:
        """Return a new nonce, which the client has to send back at once."""
        while len(self.pending) >= PENDING:
            del self.pending[next(iter(self.pending))]
        nonce = secrets.token_hex(8)
        self.pending[nonce] = now
        return nonce

    def answer(self, nonce: str, now: float) -> None:
        """Record the round trip of a nonce that came back.  Unknown nonces, for example from before
        a reconnect, are ignored."""
        sent = self.pending.pop(nonce, None)
        if sent is not None:
            self.trips.append((now, (now - sent) * 1000))

    def limit(self, ms: float, now: float) -> None:
        """Record an upper limit (ms) of the round trip."""
        self.proven.append((now, ms))

    def smallest_ms(self, now: float) -> int | None:
        """The smallest round trip (ms) of the last 30 s, but at most the limits of the last ten
        minutes.  A smallest value is harder to inflate than an average."""
        for known, window_s in ((self.trips, WINDOW_S), (self.proven, PROVEN_S)):
            while known and known[0][0] < now - window_s:
                known.popleft()
        return round(min(ms for _, ms in (*self.trips, *self.proven))) if self.trips else None


class Following:
    """The versions sent to one connection.  `since` is the last sent version; None until the client
    has sent its first request."""

    def __init__(self, player_id: int | None, language: str, since: int | None = None) -> None:
        self.player_id, self.language, self.since = player_id, language, since
        self.answered = 0  # the last sealed move of this seat that was sent
        self.resend = since is not None
        self.takes_changes = False
        self.sent: Snapshot | None = None  # the state sent last, to clients that take changes
        self.pending: set[UUID] = set()  # commands that are being done
        self.latency = Latency()
        self.reveal, self.left_ms = 0, 0  # the last cards of a race, and when they left (epoch ms)

    @property
    def rtt_ms(self) -> int | None:
        return self.latency.smallest_ms(time.monotonic())

    def begin(self, since: int, *, takes_changes: bool) -> None:
        """Prepare to send everything after this version."""
        self.since, self.resend, self.takes_changes = since, True, takes_changes
        self.sent = None

    def force_resend(self) -> None:
        """Mark everything as unsent although the version is the same."""
        self.resend = self.since is not None

    def missed(self, room: Room, wake: Callable[[], None]) -> str | None:
        """The state for this viewer as text, or None if there is nothing new.  A client that
        accepts changes gets only the changes from the second message on.  Cards of a race are held
        back until they may be shown; then `wake` is called."""
        snapshot = room.snapshot
        if snapshot is None:
            return None
        if wait_ms := early_ms(snapshot.show_ms, clock.now_ms(), self.rtt_ms):
            asyncio.get_running_loop().call_later(wait_ms / 1000, wake)
            return None
        if self.since is None:
            return None
        viewer = snapshot.seat_of(self.player_id)
        public, answered = snapshot.table.shown, snapshot.answered(viewer)
        if not (self.resend or self.since < public or self.answered < answered):
            return None
        base = None if self.resend else self.sent
        if base is not None and base.seat_of(self.player_id) != viewer:
            base = None
        self.note_race(snapshot)
        text = snapshot.text(
            viewer,
            self.since,
            self.language,
            now=clock.now_ms(),
            watchers=room.watchers,
            base=base,
        )
        if self.takes_changes:
            text = self.acknowledged(snapshot, text)
            self.sent = snapshot
        self.since, self.answered, self.resend = public, answered, False
        return text

    def note_race(self, snapshot: Snapshot) -> None:
        """Record the time at which the cards of a race are first sent."""
        view = snapshot.view(None) if snapshot.show_ms else None
        if view is not None and view["reveal"]["id"] != self.reveal:
            self.reveal, self.left_ms = view["reveal"]["id"], clock.now_ms()

    def note_answer(self, args: Mapping[str, object], came_ms: int) -> None:
        """Limit the round trip by an answer to a race.  The time since the cards were sent includes
        both ways and a reaction, which takes at least `FASTEST_MS` without a false start.  So the
        first quick answer exposes a client that answers probes late in order to get its cards
        early."""
        rt = args.get("rt")
        if args.get("reveal") == self.reveal and isinstance(rt, int) and rt >= FASTEST_MS:
            travelled = max(0, came_ms - self.left_ms - FASTEST_MS)
            self.latency.limit(travelled, time.monotonic())

    def acknowledged(self, snapshot: Snapshot, text: str) -> str:
        """The state as text, with the answer to the latest command of this connection that the
        state includes."""
        if self.pending:
            for move in reversed(snapshot.moves[-len(self.pending) - LAST :]):
                if move.command in self.pending and not move.refused:
                    self.pending.discard(move.command)
                    return f'{{"ack":"{move.command}",{text[1:]}'
        return text
