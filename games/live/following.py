"""The state of one connection: how much of its table it has been sent."""

from uuid import UUID

from games.live.room import Room
from games.table import clock
from games.table.reading.snapshot import Snapshot

LAST = 4  # moves searched for a command of this moment


class Following:
    """`since` is the version sent last; None: nothing is wanted yet."""

    def __init__(self, player_id: int | None, language: str, since: int | None = None) -> None:
        self.player_id, self.language, self.since = player_id, language, since
        self.answered = 0  # the last sealed move of this seat that was sent
        self.resend = since is not None
        self.takes_changes = False
        self.sent: Snapshot | None = None  # the state sent last, to clients that take changes
        self.pending: set[UUID] = set()  # commands that are being done

    def begin(self, since: int, *, takes_changes: bool) -> None:
        """Send everything after this version."""
        self.since, self.resend, self.takes_changes = since, True, takes_changes
        self.sent = None

    def force_resend(self) -> None:
        """Send everything again although the version is the same."""
        self.resend = self.since is not None

    def missed(self, room: Room) -> str | None:
        """The state for this viewer, as text, if it has not been sent.  A client that takes changes
        gets only those from the second time on."""
        snapshot = room.snapshot
        if snapshot is None or self.since is None:
            return None
        viewer = snapshot.seat_of(self.player_id)
        public, answered = snapshot.table.shown, snapshot.answered(viewer)
        if not (self.resend or self.since < public or self.answered < answered):
            return None
        base = None if self.resend else self.sent
        if base is not None and base.seat_of(self.player_id) != viewer:
            base = None
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

    def acknowledged(self, snapshot: Snapshot, text: str) -> str:
        """The state with the answer to a command of this connection that it contains."""
        if self.pending:
            for move in reversed(snapshot.moves[-len(self.pending) - LAST :]):
                if move.command in self.pending and not move.refused:
                    self.pending.discard(move.command)
                    return f'{{"ack":"{move.command}",{text[1:]}'
        return text
