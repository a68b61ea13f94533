"""The admin at /admin/.  Tables and moves are read only: the writer alone changes them, through the
actions here.  Nothing secret of a running game is shown to anybody."""
