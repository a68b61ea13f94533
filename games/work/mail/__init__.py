"""Notices by mail."""
