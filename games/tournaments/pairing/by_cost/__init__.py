"""Swiss by cost: the tables with the fewest repeats and the closest points (5.7).  Pure."""
