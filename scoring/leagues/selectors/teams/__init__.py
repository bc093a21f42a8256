"""Teams of a season as they are read.

listing     the teams, found and sorted
reading     one team, and who plays for it
meetings    what they meet in, and how it stands
due         boards that are to be played
standing    the table of the teams
trying      meetings that are only tried
showing     boards on the pages of the rooms below
consequences  what a correction changes for the teams
deeds       what is done to teams, in words
"""
