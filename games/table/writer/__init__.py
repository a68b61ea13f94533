"""The only writer of tables: each use case is one function and one transaction."""
