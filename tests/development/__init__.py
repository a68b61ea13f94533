"""Tools for development only: scripted cases, and a long history for benchmarks."""
