"""Who sits down next and what is owed: each contest is `apply(state, event)`, frozen values only.

books     transfers between accounts, and what they add up to
refusals  why an event is not taken
events    what happens in more than one of them
"""
