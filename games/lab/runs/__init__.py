"""Runs of the lab: what was asked, how it is computed, what came out."""
