"""Ratings: the list as open as the club, a player's own as his page."""

from ecarte_club.clubs.permissions import Act

from .kinds import Page

PAGES: dict[str, Page] = {
    "ratings": Page("ratings/", Act.SEE_PUBLIC, any_table=True),
    "ratings_csv": Page("ratings/export.csv", Act.SEE_PUBLIC, any_table=True),
    "player_rating": Page("players/{player}/rating/", Act.SEE_CLUB),
}
