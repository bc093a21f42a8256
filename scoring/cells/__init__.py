"""Cells: sites of one federation, each with its own clubs; a club moves from one to another."""
