"""Contests between what is stored and the rules.

plain    events and terms as JSON, and back
reading  a contest as its entries leave it
words    refusals, causes and events in words
"""
