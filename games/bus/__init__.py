"""What processes tell each other through Valkey: hints, reminders, presence."""
