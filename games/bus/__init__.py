"""Messages between processes through Valkey: hints, reminders, presence."""
