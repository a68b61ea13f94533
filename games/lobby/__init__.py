"""The lobby, where players find each other: invitations, and wishes to be matched.  Imports
`accounts`, `relations` and `table`."""
