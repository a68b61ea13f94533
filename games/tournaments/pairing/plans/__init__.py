"""Plans of a round robin at tables of k: every round before the first (5.5).  Pure."""
