"""/api/v1/: pools and chouettes of an evening, and the odds of a game."""
