"""Who sits down next and what is owed: each contest is `apply(state, event)`, frozen values only.

books     transfers between accounts, and what they add up to
refusals  why an event is not taken
events    what happens in more than one of them
match, pool, cul_leve, bank, box    the contests
bets      the gallery's, on one game of any of them
kinds     what a room asks of each contest
room      a contest and its gallery under one log
"""
