"""Whom players follow and block.  Imports only `accounts`."""
