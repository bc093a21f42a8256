"""Pages of a season's fixtures: made, read, changed; divisions; the calendar."""
