"""The rules of the games: pure, no Django, no clock, no random of their own."""
