"""The HTML pages, one folder per area."""
