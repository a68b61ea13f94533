"""The websockets: of a table, and of what concerns a player (docs/protocol.md)."""
