"""The kit for people who write bots: the referee, and the verification of files."""
