"""Contests between what is stored and the rules.

plain         events and terms as JSON, and back
reading       a contest as its entries leave it
words         refusals in words
chronicle     what happened, and what a game came to, in words
terms_words   what is agreed, in words
unit          counters or points, in words
consequences  what a contest comes to, as figures
drawing       places by lot, from a published seed
showing       contests on the pages of the evening and the pad
"""
