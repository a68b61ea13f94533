"""Ultimate War (section 2): the turnless game for three to eight players.  Stack, hand and field;
everybody may draw, play, confront and challenge at any moment."""
