"""What players may not do for a while, and the log of who decided it; imports only accounts."""
