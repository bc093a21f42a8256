"""Standings and why: a table from meetings, and what each place in it rests on.

results      meetings played, walked over or sat out, each with both sides' share
adjustments  points given or taken, and entrants struck out
counted      what counts by a day or a round
criteria     the ordered list a table is made by, as data
opponents    Buchholz, its cuts and Sonneborn-Berger
tied         head to head and the mini-table
splits       what parts two neighbours
table        the lines
parts        what a figure is made of
explain      which criterion decided, between two neighbours
what_if      a table with results that are only tried
charts       places by round, form, each against each
"""
