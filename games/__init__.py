"""warsite, the one Django app.  Its folders are layers: each imports only those before it."""
