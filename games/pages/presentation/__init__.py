"""What pages show of each game besides its rules; imports rules and the lab's measurements."""
