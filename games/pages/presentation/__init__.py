"""What pages show of each game beside its rules; imports rules and the lab's measurements."""
