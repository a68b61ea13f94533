"""Chances: positions of games, and the probability of each seat to win from them."""
