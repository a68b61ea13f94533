"""The signal sent after a commit.  Entry points receive it; this layer never calls entry points."""

from django.dispatch import Signal

# Arguments: table_id, room, said_ms (the number of the line).
line_said = Signal()
