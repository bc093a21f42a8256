"""Standings and why: a table from meetings, and what each place in it rests on.

points    what one match adds to a player's line
results   meetings, walkovers and byes; points adjustments, and entrants struck out
counted   what counts by a day or a round
criteria  what a table is ordered by: a row for each criterion
opponents Buchholz, its cuts and Sonneborn-Berger
draws     drawing by lot
ranking   the order of entrants, and what separates two neighbours
table     the lines, and a table with results that are only tried
explain   which criterion decided, and what a figure is made of
charts    last results, each against each
"""
