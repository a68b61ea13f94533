"""Reports, what moderators decide about them, and appeals; may import all storage before it."""
