"""Signals sent after a commit.  Entry points receive them; this layer never calls those."""

from django.dispatch import Signal

# No arguments: the ledger has something to leave out.
tables_void = Signal()
