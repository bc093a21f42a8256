"""/api/v1/: a season's table at any time, why, what if, and what the committee rules in it."""
