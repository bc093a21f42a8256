"""Pages of leagues, an area a module."""

from django.urls import path

from scoring.leagues.views import club, pairings, season

from . import fixtures, standings, teams

SEASONS = "clubs/<slug:slug>/seasons/"

urlpatterns = [
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/evenings/<int:pk>/pairings/", pairings.pairings, name="pairings"),
    path(f"{SEASONS}new/", season.season_new, name="season_new"),
    path(f"{SEASONS}<int:pk>/", season.season, name="season"),
    path(f"{SEASONS}<int:pk>/standings/", season.standings_fragment, name="standings"),
    *fixtures.urlpatterns,
    *standings.urlpatterns,
    *teams.urlpatterns,
]
