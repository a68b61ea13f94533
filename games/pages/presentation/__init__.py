"""The presentation of each game on pages; imports rules and the lab's measurements."""
