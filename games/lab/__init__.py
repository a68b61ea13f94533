"""The lab: millions of simulated games.  Imports rules, bots, accounts and tables."""
