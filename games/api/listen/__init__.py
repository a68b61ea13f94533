"""A table as it happens: a stream of lines, or a websocket."""
