"""Ratings: the list as open as the club, a player's own as his record."""

from ecarte_club.clubs.permissions import Act

from .kinds import Read, Write

READS = {
    "clubs/{slug}/ratings": Read("clubs/{slug}/ratings", any_table=True),
    "clubs/{slug}/ratings.csv": Read("clubs/{slug}/ratings.csv", any_table=True),
    "clubs/{slug}/ratings/robots": Read("clubs/{slug}/ratings/robots", any_table=True),
    "clubs/{slug}/ratings/spread": Read("clubs/{slug}/ratings/spread", any_table=True),
    "players/{id}/rating": Read("players/{player}/rating", Act.SEE_CLUB),
    "players/{id}/rating/history": Read("players/{player}/rating/history", Act.SEE_CLUB),
}
WRITES: dict[str, Write] = {}
