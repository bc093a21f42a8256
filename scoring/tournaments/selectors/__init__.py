"""Tournaments as they are read.

progress       entrants, rounds, fixtures and results of one, read at once
berger         numbers in the Berger tables
pool_states, stage_states  the rules' states, out of what is stored
qualification  who qualifies from groups
contenders     who is drawn next in a Swiss
reading        who may see which tournament, and how far
board, tree_board, pool_board  what pages and programs show
tables         explained, and with results that are tried
calendar       rounds by their days
"""
