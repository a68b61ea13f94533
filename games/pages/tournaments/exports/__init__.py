"""Tournaments for other programs and for paper."""
