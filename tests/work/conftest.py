"""The same people and real services as in the socket tests."""

from tests.live.conftest import alice, base, bob, charlie, clock, dealt, no_reminders

__all__ = ["alice", "base", "bob", "charlie", "clock", "dealt", "no_reminders"]
