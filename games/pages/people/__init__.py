"""Players to each other: whom they follow, block and invite."""
