from tests.clubrooms import _afresh, house, neighbour
from tests.site.club_night import director, night
from tests.standing import _standing, beside, here
from tests.taken import taken

__all__ = [
    "_afresh",
    "_standing",
    "beside",
    "director",
    "here",
    "house",
    "neighbour",
    "night",
    "taken",
]
