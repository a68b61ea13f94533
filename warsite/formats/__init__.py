"""The format of dates where a page does not choose one itself, as in the admin.  Django looks for a
folder for each language."""
