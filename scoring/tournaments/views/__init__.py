"""Pages of tournaments.

common    what they share
showing   the list, one with its table, a round
tables    why a place, and charts
what_if   results that are only tried
opening   a new one
people    who takes part
rounds    drawn, published, taken back, on schedule
pools     the pools of a round, and what of them is awarded
playing   the matches of a round, and what is awarded
"""
