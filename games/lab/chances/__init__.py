"""Chances: positions of games, and the probability that each seat wins from a position."""
