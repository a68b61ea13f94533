"""Rules, about, and error pages."""
