"""How the lab plays and counts the games of each kind.  No database; compiled in workers."""
