"""Whom players follow, block and mute.  Imports only `accounts`."""
