"""Notices: events that concern a player, for every page; may import accounts and relations."""
