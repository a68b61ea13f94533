"""Pages of ratings: boards, a player's course, the stakes of a table."""
