"""The same people and the same real services as at the sockets."""

from tests.live.conftest import alice, base, bob, charlie, clock, dealt, no_reminders

__all__ = ["alice", "base", "bob", "charlie", "clock", "dealt", "no_reminders"]
