"""Sent after a commit.  Entry points receive it; this layer never calls those."""

from django.dispatch import Signal

# Arguments: table_id, room, said_ms (the number of the line).
line_said = Signal()
