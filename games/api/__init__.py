"""The HTTP API, a door."""
