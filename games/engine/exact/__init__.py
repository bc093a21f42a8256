"""Exact play: what each side can force with all cards seen, and counts over hands not seen.

solving   solve(position): the tricks of both sides, and the best cards
counting  count(question): the adversary's hands by the tricks that can be made against them
"""
