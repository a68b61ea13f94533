"""The presentation of each game on pages; it imports rules and the lab's measurements."""
