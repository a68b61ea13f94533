"""How much a tournament tells about who plays best, found out without playing cards."""
