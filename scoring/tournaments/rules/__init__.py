"""Tournaments: each stage is `apply(state, event)`, frozen values only.

draws        lots that anybody can draw again, and seeding pots
refusals     why an event or a plan is not taken
events       what happens in more than one kind of stage
record       what was entered, and what of it is not taken
stages       fixtures and ranks as every stage shows them
brackets     the places of a knock-out of any number
knockout     byes, third place, consolation
round_robin  everybody meets everybody, in one group or in several at once
groups       who is in which, who qualifies, and where they stand in the knock-out
layout       how many pools of how many, and how many sit out
mixing       one round's pools by lot
pools        many pools in one evening, then a final pool
plan         a tournament as data: what cannot be, and what would do instead
estimates    its rounds and matches, and whether the evening suffices
"""
