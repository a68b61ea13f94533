"""Follows, blocks and mutes.  This package imports only `accounts`."""
