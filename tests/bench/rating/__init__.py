"""Ways to rate players, side by side: the figures of docs/decisions/ratings.md."""
