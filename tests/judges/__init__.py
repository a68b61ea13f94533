"""Programs of others that look for faults: of the API as it is described, of pages, of the code."""
