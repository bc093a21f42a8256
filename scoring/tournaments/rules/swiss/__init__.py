"""A Swiss tournament's next round: the pairs that cost least, weighed in a fixed order.

entries   who is to be paired, and what the director may choose
history   what earlier rounds left: who has met whom, byes, floats, deals, tables
costs     what a pair costs, rule after rule
byes      who sits out, of an odd number
matching  of all ways to pair everybody, the one of least cost
seating   who deals first, and at which table
reasons   why a pair was drawn, in codes and figures
refusals  why a round cannot be drawn, and what would help
drawing   the round
"""
