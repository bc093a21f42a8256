"""The laws, and all that can go wrong by them, in our own words.

book     the 51 laws
asked    what went wrong, the questions and their answers
chosen   who chooses, the choices, and what comes of each
told     a ruling that was taken, in sentences
refused  why a ruling cannot be taken
"""
