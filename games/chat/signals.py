"""The signal sent after a commit.  Entry points receive this signal, because lower layers never
call entry points."""

from django.dispatch import Signal

# Arguments: table_id, room, said_ms (the number of the line).
line_said = Signal()
