"""Single and double elimination, and elimination at tables: who can play next, and the places."""
