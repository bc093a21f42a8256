"""What is read of ratings: the list of a club, a player's own with how it came, and its chart."""
