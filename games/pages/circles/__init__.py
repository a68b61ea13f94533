"""Circles: mine, the page of one, and the link by which people join."""
