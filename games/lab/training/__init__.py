"""Places to train on: decisions whose best act is sure."""
