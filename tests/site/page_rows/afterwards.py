"""Results, and players' pages."""

from ecarte_club.clubs.rights import Act

from .kinds import Page

PAGES = {
    "evening_results": Page("evenings/{evening}/results/", Act.SEE_PUBLIC, any_table=True),
    "evening_results_csv": Page("evenings/{evening}/results.csv", Act.SEE_PUBLIC, any_table=True),
    "player": Page("players/{player}/", Act.SEE_CLUB),
    "player_csv": Page("players/{player}/matches.csv", Act.SEE_CLUB),
}
