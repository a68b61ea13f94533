"""Stored tables: `writer` alone changes them, `replay` plays them again, `reading` reads them."""
