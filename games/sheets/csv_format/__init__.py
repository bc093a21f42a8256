"""The CSV score sheet: one line a hand. docs/score-sheet.md says what every column means.

lines   the columns, a cell read or why it is wrong, and what was played in a line and back
sheets  lines brought together to matches
export  matches written as lines

A format of its own, read and written: neither rules, as its faults are sentences, nor a form.
"""
