"""Chat at tables.  This package imports the layers up to `table`, which never import chat."""
