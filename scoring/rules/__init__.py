"""What results are worth, pure: points and tie-breaks as data.

fixtures    who meets whom in a season, when and where; late, gone, up and down; teams
pairing     who plays whom next, of those who are here
points      points of a match for each player, by a scheme
standings   tables by any tie-breaks, places that explain themselves, what-if, places by round
settlement  the fewest payments that clear an evening, and who owes whom
swiss       rounds of a Swiss tournament: the pairs that cost least, and why
table       lines of a league table, ranked by an ordered list of tie-breaks
tournaments draws from a seed, knock-out, groups, round robin, pools, and plans of them
"""
