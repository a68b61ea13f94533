"""Runs of the lab: their specification, computation and results."""
