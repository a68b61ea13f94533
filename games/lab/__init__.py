"""The lab, which simulates millions of games.  It may import rules, accounts and tables."""
