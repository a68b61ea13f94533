"""Live tables over websockets: parses messages, calls one function of the writer, responds."""
