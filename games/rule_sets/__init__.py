"""House rules with a name: sets that people save, share and play."""
