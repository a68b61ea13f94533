"""Whole tournaments played in a moment, by the real writer and the bots: what a director wants to
see before the evening, and what the referee is tested on."""
