"""Training places: decisions in games whose best act is certain."""
