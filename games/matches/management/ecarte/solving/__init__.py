"""How the robots' tables are made. Only `ecarte solve` imports this: it takes numpy.

deals    many deals at once: hands, exchanges, and the tricks of exact play
bidding  the game of stand, propose, accept and refuse over classes of hands, solved for each score
"""
