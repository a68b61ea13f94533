"""The only writer of tables.  Each use case is one function and one transaction."""
