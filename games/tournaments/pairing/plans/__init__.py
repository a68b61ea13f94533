"""Plans of a round robin at tables of k: all rounds are planned before the first one (5.5).
Pure."""
