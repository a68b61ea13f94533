"""The lobby, where players find each other: invitations, and wishes to be matched.  This package
imports `accounts`, `relations` and `table`."""
