"""Reading stored tables: logs, history, statistics, verification.  Writes nothing."""
