"""Arena: who of those waiting is seated in a wave, and with whom."""
