"""Named house rules: sets that people save, share and play."""
