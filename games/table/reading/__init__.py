"""Reading stored tables: logs, history, statistics, verification.  Nothing here writes."""
