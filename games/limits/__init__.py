"""Limits for a person, for a network and for the whole site; `declared` has a row for each
limit."""
