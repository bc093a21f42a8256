"""Pages of contests.

finding   a contest by its address, and the names of those in it
board     who plays, who waits, what is laid and what everybody has
history   what happened, in words
offers    what whoever looks may do now
telling   the forms of the board
undoing   what an undo takes back, and correcting
opening   starting a contest from the evening
"""
