"""Forecasts of tournaments, simulated without cards: the probability that the best player wins."""
