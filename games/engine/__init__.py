"""Écarté itself, pure: values in, values out; no clock, file, network or random source.

seats          the two sides of a match
cards          the pack
codes          the four codes of laws as data, with the options they choose between
club_rules     a club's own rules, made from one of the codes
refusals       what the engine refuses, and why
hand           a game hand by hand, from the cut to the last mark
exact          what can be forced with all cards seen, and counts over unseen hands
records        what was noted of a hand
rulings        the laws, and what follows when something goes wrong
facts          marks computed from the facts of a hand
marks          the marks of a hand record, computed or noted
terms          what is played for, and what is entered
states         how a match stands, its events, and each player's share
match          games, rubbers and the deal
fixing         what players may fix themselves after a hand
serialization  entries as JSON-able data
notation       hands, games and contests as text, and back
fair_deal      packs that nobody chooses and anybody can check
transcripts    a match played online, act by act, with its deals
"""
