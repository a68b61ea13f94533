"""Pages of the lab."""
