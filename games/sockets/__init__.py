"""The websockets of a table and of a player's news (docs/protocol.md)."""
