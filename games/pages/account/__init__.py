"""Pages for signing up and in, and for one's own account."""
