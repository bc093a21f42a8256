"""Pages of clubs and their seasons."""
