"""Reports, the decisions of moderators about them, and appeals; may import all storage before
it."""
