"""Forecasts of tournaments, simulated without cards: how likely it is that the best player wins."""
