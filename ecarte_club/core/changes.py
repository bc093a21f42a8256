"""What apps above are asked, or told of, wherever a club is read or written to."""

from .followers import Change, Question

# `club`: somebody reads what belongs to it. A follower may raise that it is elsewhere.
club_reading = Question("club_reading")
# `club`: a transaction writes in it. A follower may refuse, and then nothing is written.
club_writing = Change("club_writing")
