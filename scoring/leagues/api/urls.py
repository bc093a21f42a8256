from django.urls import path

from . import fixture_urls, pairings, seasons
from .standings import views as standings
from .teams import urls as teams

urlpatterns = [
    *pairings.PATHS,
    *standings.PATHS,
    *fixture_urls.PATHS,
    *teams.PATHS,
    path("leagues", seasons.LeagueList.as_view()),
    path("leagues/<int:pk>", seasons.LeagueDetail.as_view()),
    path("clubs/<slug:slug>/seasons", seasons.ClubSeasonList.as_view()),
    path("seasons/<int:pk>", seasons.SeasonDetail.as_view()),
    path("seasons/<int:pk>/standings", seasons.Standings.as_view()),
    path("seasons/<int:pk>/standings.csv", seasons.StandingsCsv.as_view()),
    path("seasons/<int:pk>/standings.ndjson", seasons.StandingsNdjson.as_view()),
]
