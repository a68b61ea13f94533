"""Stored tournaments, in the forms that pairing, scoring and pages need."""
