"""What every game must do.  A game passes by being in the registry and in `subjects.SUBJECTS`."""
