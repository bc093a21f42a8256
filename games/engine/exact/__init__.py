"""Exact play: what each side can force with all cards seen, and counts over hands not seen.

words     a suit as two hands hold it, and what a trick may leave of it
search    the most tricks the leader can force in a pattern of four words
position  a point of the play, and why cards cannot lie so
aims      what a player may want of the tricks: tricks, the point, the vole
solving   solve(position): the tricks of both sides, and the best cards
of_hand   position_of(state): a hand that is being played, as a position
alike     the hands an adversary may hold, those that play alike taken together
counting  count(question): the hands by the tricks that can be made against them
chances   chances of cards that are dealt blindly
"""
