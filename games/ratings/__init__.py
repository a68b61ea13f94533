"""Ratings of players: a ledger of finished rated tables, and what follows from it.  May import
accounts and table; knows no tournaments and no pages."""
