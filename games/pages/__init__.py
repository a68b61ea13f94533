"""The HTML pages, a door, a folder for each area."""
