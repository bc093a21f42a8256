"""/api/v1/: tournaments.

shapes  what is read
forms   what is sent
reads   the list, one, its rounds and standings
tables  standings line by line, why a place, what if
acts    what directors do with plan, entrants and rounds
playing, pools  what is begun and awarded in a round
paths   where all of it is
"""
