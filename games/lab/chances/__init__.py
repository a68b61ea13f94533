"""What could still have happened: positions of games, and the chances of every seat in them."""
