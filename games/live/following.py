"""What one connection has been sent of its table, and what it has missed."""

from games.live.room import Room
from games.table import clock


class Following:
    """`since` is the version sent last; None: nothing is wanted yet."""

    def __init__(self, player_id: int | None, language: str, since: int | None = None) -> None:
        self.player_id, self.language, self.since = player_id, language, since
        self.answered = 0  # the last sealed move of this seat that was sent
        self.resend = since is not None

    def begin(self, since: int) -> None:
        """Send everything after this version."""
        self.since, self.resend = since, True

    def force_resend(self) -> None:
        """What was sent is outdated although the version is the same."""
        self.resend = self.since is not None

    def missed(self, here: Room) -> str | None:
        """The whole truth for this viewer, if they have not got it."""
        snapshot = here.snapshot
        if snapshot is None or self.since is None:
            return None
        viewer = snapshot.seat_of(self.player_id)
        shown, answered = snapshot.table.shown, snapshot.answered(viewer)
        if not (self.resend or self.since < shown or self.answered < answered):
            return None
        now = clock.now_ms()
        text = snapshot.text(viewer, self.since, self.language, now=now, watchers=here.watchers)
        self.since, self.answered, self.resend = shown, answered, False
        return text
