"""Tournaments as they are read.

progress     entrants, rounds, fixtures and results, and the tables they come to
grouped    numbers in the Berger tables, and whose they are
meetings   what is played where everybody meets everybody, as it stands
going      who goes on from groups, and stands where in the tree
pooled     what is to be played in pools, as it stands
pool_board the same on the pages, and as data
bracket    the tree, as it stands
planned    the plan, and what of it would have to be another
contenders who is to be drawn next, with what earlier rounds left
wholes     its tables as what explains and tries them takes them
trying     those with results that are only tried
days       rounds in calendars
reading    which tournaments somebody may see, and how far
words      why two were drawn, in sentences; kinds and tie-breaks
plain      the same as data
"""
