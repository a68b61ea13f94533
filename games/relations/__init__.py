"""Follows, blocks and mutes.  Imports only `accounts`."""
