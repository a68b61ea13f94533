"""The signals sent after a commit.  Entry points receive them; this layer never calls entry
points."""

from django.dispatch import Signal

# Argument: report_id.
report_made = Signal()
report_closed = Signal()
