"""Pages of the trainer."""
