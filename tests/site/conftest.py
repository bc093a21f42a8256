from tests.clubrooms import _afresh, house, neighbour
from tests.site.club_night import director, night

__all__ = ["_afresh", "director", "house", "neighbour", "night"]
