"""Pages for finding, opening and playing a table."""
