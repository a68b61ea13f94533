"""Ratings of players: a ledger of finished rated tables, and the ratings derived from it.  This
package may import accounts and table, but not tournaments or pages."""
