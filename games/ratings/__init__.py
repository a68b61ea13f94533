"""Ratings of players: a ledger of finished rated tables, and the ratings derived from it.  May
import accounts and table; knows no tournaments and no pages."""
