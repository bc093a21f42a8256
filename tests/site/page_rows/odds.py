"""The odds for the gallery: as open as the law book."""

from ecarte_club.clubs.permissions import Act

from .kinds import Page

PAGES: dict[str, Page] = {"odds": Page("odds/", Act.SEE_PUBLIC, any_table=True)}
