"""Ultimate War in words: the log, the questions to a player, WSN."""
