"""The signals sent after a commit.  Entry points receive these signals, because lower layers never
call entry points."""

from django.dispatch import Signal

# Argument: report_id.
report_made = Signal()
report_closed = Signal()
