"""From paper and back."""

from ecarte_club.clubs.rights import Act

from .kinds import Page

PAGES: dict[str, Page] = {
    "sheet_export": Page("score-sheet.csv", Act.SEE_CLUB),
}
