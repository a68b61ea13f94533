"""Notices of events that concern a player, for every page.  This package may import accounts and
relations."""
