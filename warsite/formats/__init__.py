"""How dates are written where a page does not choose a format itself, as in the admin.  Django
looks for a folder for each language."""
