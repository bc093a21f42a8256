"""The laws in our own words (book), and when things go wrong (groups)."""
