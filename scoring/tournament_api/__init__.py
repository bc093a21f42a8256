"""/api/v1/: tournaments.

shapes  what is read
forms   what is sent
reads   the list, one, its rounds and standings
acts    what directors do
"""
