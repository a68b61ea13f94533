"""Rules, about, and what is shown when something goes wrong."""
