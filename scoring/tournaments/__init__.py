"""Tournaments as they are read.

course     entrants, rounds, fixtures and results, and the tables they come to
contenders who is to be drawn next, with what earlier rounds left
reading    which tournaments somebody may see, and how far
words      why two were drawn, in sentences; kinds and tie-breaks
plain      the same as data
"""
