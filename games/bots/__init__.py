"""Players that are programs: they see the view of their seat and choose an act."""
