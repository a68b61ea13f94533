"""Notices: what happened that concerns a player, for every page; may import accounts and
relations."""
