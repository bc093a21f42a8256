"""A Swiss tournament's next round: the pairs that cost least, weighed in a fixed order."""
