"""What is stored of tournaments, as pairing, scoring and pages need it."""
