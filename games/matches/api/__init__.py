"""/api/v1/: matches, and the hands, games and rubbers entered in them."""
