"""Écarté itself, pure: values in, values out; no clock, file, network or random source.

seats     the two sides of a match
options   the options a code of laws can choose, and their values
codes     rules, and the four codes of laws as data
house     a club's own rules, made from one of the codes
cards     the pack
hand      a game hand by hand, from the cut to the last mark
exact     what can be forced with all cards seen, and counts over hands not seen
refusals  what the engine will not take, and why
records   what was noted of a hand
rulings   the laws, and what follows when something goes wrong
facts     marks computed from the facts of a hand
noted     marks that were noted, and whether a hand can have made them
marks     the marks of a hand record, whichever way it was noted
terms     what is played for, and what is entered
states    how a match stands, and events
match     games, rubbers and the deal
tally     one player's share of a match
plain     entries as JSON-able data
notation  hands, games and contests as text, and back
"""
