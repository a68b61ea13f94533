"""The format of dates on pages that do not choose one, such as those of the admin.  Django looks
for a folder for each language."""
