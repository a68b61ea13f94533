"""Pages of ratings: boards, the course of a player's rating, the stakes of a table."""
