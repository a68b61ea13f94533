"""Training places: decisions whose best act is certain."""
