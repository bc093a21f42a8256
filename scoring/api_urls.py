from django.urls import path

from . import api, odds_api, pairing_api
from .archive_api import PATHS as ARCHIVES
from .contest_api.paths import PATHS as CONTESTS
from .hook_api import PATHS as HOOKS
from .league_events import PATHS as EVENTS
from .planning_api.paths import PATHS as PLANNING
from .rating_api import PATHS as RATINGS
from .settling_api.acts import PATHS as SETTLING
from .standing_api.views import PATHS as STANDINGS
from .team_api.paths import PATHS as TEAMS
from .tournament_api.paths import PATHS as TOURNAMENTS

urlpatterns = [
    *pairing_api.PATHS,
    *odds_api.PATHS,
    *CONTESTS,
    *SETTLING,
    *STANDINGS,
    *HOOKS,
    *ARCHIVES,
    *EVENTS,
    *RATINGS,
    *TOURNAMENTS,
    *PLANNING,
    *TEAMS,
    path("leagues", api.LeagueList.as_view()),
    path("leagues/<int:pk>", api.LeagueDetail.as_view()),
    path("clubs/<slug:slug>/seasons", api.ClubSeasonList.as_view()),
    path("seasons/<int:pk>", api.SeasonDetail.as_view()),
    path("seasons/<int:pk>/standings", api.Standings.as_view()),
    path("seasons/<int:pk>/standings.csv", api.StandingsCsv.as_view()),
    path("seasons/<int:pk>/standings.ndjson", api.StandingsNdjson.as_view()),
]
