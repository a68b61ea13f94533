"""Chat at tables.  It imports the layers up to `table`, which do not know about chat."""
