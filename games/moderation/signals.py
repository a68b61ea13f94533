"""Signals sent after a commit.  Entry points receive them; this layer never calls those."""

from django.dispatch import Signal

# Argument: report_id.
report_made = Signal()
report_closed = Signal()
