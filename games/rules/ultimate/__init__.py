"""Ultimate War (section 2), a game without turns for three to eight players.  Each player has a
stack, a hand and a field, and may draw, play, confront and challenge at any moment."""
