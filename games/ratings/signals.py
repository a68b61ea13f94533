"""The signals sent after a commit.  Entry points receive them; this layer never calls entry
points."""

from django.dispatch import Signal

# No arguments: the ledger has something to leave out.
tables_void = Signal()
