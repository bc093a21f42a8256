from tests.clubrooms import _afresh, house, neighbour
from tests.site.club_night import director, night
from tests.site.five_teams import _five, five
from tests.standing import _standing, beside, here
from tests.taken import taken

__all__ = [
    "_afresh",
    "_five",
    "_standing",
    "beside",
    "director",
    "five",
    "here",
    "house",
    "neighbour",
    "night",
    "taken",
]
