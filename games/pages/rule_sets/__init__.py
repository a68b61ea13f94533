"""Pages of house rules that people have saved under a name."""
