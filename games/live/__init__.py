"""Live tables over websockets, a door: parses, calls one function of the writer, answers."""
