"""What is read of a season's table beside its lines: why, when, and what if.

gathering    the season as the pure rules take it
reading      its table, kept for each version
lines        that table with names, as screens and programs show it
sentences    why a place is what it is, in words
trying       results that are only tried
history      places, points and form over the days
"""
