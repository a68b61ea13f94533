"""What works away from a site, without server, database and Django: a referee for programs that
play, and the verification of files."""
