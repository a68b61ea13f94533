"""How each format draws its rounds, checked."""
