"""The CSV score sheet: one line a hand. docs/score-sheet.md says what every column means.

columns   their names, and the words that they take
cells     one cell read, or why it cannot be
ruled     the rulings of a hand, in a cell and back
lines     what was played, in a line and back
frames    who played, where and on what terms, in a line and back
writing   matches of the record as lines, in parts
sheets    lines brought together to matches
"""
