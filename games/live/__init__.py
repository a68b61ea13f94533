"""Live tables over websockets.  Each message is parsed and passed to one function of the writer."""
