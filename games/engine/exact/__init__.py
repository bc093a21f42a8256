"""Exact play: what each side can force with all cards seen, and counts over hands not seen.

search    the most tricks the leader can force in a pattern of four suits
solving   solve(position): the tricks of both sides, and the best cards
counting  count(question): the adversary's hands by the tricks that can be made against them
"""
