"""Teams of a season as they are read.

listing     the teams, found and sorted
reading     one team, and who plays for it
deeds       what is done to teams, in words
"""
