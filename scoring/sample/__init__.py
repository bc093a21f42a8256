"""The sample club: people, seasons and hands made up from a seed, to try the site with.

hands         hands and matches, played with the engine by rules of thumb
calendar      when the evenings of a season are, and who meets whom
evenings      an evening that is over: who came when, and its sign-off
contests      the pool, cul-levé and chouettes of tonight
planned       a cup of two divisions, with its fixtures
tournaments   a Swiss that is over, and a knock-out half way
settled       an earlier evening that was settled, with one payment made and one open
names         players that do not exist
printed_game  the illustrative game of Hoyle's Games Modernized
people        the clubs with their players and sign-ins
loading       everything put into the database, once
"""
