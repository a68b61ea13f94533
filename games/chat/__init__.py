"""Chat at tables.  Imports the layers up to `table`; no table knows of it."""
