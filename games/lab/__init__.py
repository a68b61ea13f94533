"""The lab: millions of simulated games.  Imports rules, accounts and tables."""
