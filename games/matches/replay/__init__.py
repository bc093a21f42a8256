"""A hand that was written down card by card, as it went: what lay where after each act.

table   the cards, moved by one act at a time; those that nobody knows are moved too
frames  the whole hand, a picture for each act, with the marks as they were made
words   each act in a sentence
"""
