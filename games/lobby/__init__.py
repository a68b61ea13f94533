"""How players find each other: invitations.  Imports `accounts`, `relations` and `table`."""
