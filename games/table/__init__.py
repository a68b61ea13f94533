"""Stored tables.  Only `writer` changes tables; `replay` replays games; `reading` only reads."""
