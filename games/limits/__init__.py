"""What a person, a network and everybody together may do: `declared` has a row for each limit."""
