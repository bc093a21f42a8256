"""Pages about a season's table: why a place, what if, charts, rulings, and the table elsewhere."""
