"""Tournaments: formats, rounds, results and standings.  May import rules, accounts and table."""
