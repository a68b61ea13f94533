"""Ultimate War (section 2), a game without turns for three to eight players.  Stack, hand and
field; anyone may draw, play, confront and challenge at any moment."""
