"""What was measured once with runs of the lab and is shipped; may import the rest of the lab."""
