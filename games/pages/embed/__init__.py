"""Pages that other sites may show in a frame, and how their programs find them."""
