"""Who sits down next and what is owed: each contest is `apply(state, event)`, frozen values only.

events    what happens in more than one of them, and why an event is refused
match, pool, cul_leve, bank, social    the contests
bets      the gallery's, on one game of any of them
stakes    what players lay on a game of the bank and of the box
machine   the kinds, and a contest and its gallery under one log
"""
