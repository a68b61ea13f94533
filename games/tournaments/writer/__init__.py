"""The one writer of tournaments: each act is one function, one transaction, one line of the log."""
