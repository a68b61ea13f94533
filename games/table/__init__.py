"""Stored tables: only `writer` changes them, `replay` plays them again, `reading` reads them."""
