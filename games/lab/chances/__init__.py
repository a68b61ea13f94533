"""Chances: positions of games, and how likely every seat is to win from them."""
