"""What contests say to those whose part they are, within the act."""

from ecarte_club.core.followers import Change, Question

# contest; before, after: its courses; by: who did it. Its evening and its book are locked.
contest_moved = Change("contest_moved")
# contest, person: the pool of a tournament that it is played as, if they may see it; or None.
tournament_pool = Question("tournament_pool")
# contest: what else follows from it, figures for the preview of a correction.
further_figures = Question("further_figures")
