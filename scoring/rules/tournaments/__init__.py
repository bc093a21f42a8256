"""Tournaments: each stage is `apply(state, event)`, frozen values only.

draws        lots that anybody can draw again, and seeding pots
refusals     why an event or a plan is not taken
"""
