"""Single and double elimination, and elimination at tables: the nodes to play next, and the
places."""
