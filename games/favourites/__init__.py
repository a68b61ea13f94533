"""Favourites: games and runs that people keep, each with a private note; and playlists that people
publish."""
