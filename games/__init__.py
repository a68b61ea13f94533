"""warsite: the one Django app.  Its folders stand in one order: each imports only earlier ones."""
