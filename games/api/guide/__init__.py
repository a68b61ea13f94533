"""What people read about the API: a page made of its description, its limits and its codes."""
