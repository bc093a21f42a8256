"""What follows when something goes wrong: the laws as rulings.

ids         what can go wrong, what is asked, who chooses, what can be chosen, and what it does
tree        questions and decisions, as a tree for each irregularity
dealing     laws 1 to 14: shuffling, cutting, dealing, turning the trump
numbers     laws 15 to 21: a wrong number of cards
kings       laws 22 to 25: the king turned, the king held, the king announced and not held
exchanging  laws 26 to 38: proposing, discarding, giving cards
playing     laws 39 to 43: leading, following, abandoning
scoring     laws 44 to 51: new cards, the pack, omitted marks and overscores
entries     the 51 laws, one by one
book        `rulings`: from an irregularity and facts to who may choose what
taking      a choice that was taken, as a hand record keeps it
effect      what the rulings of a hand record do to its marks
"""
