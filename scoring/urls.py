from django.urls import path

from .views import club, odds, pairing, season

urlpatterns = [
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/odds/", odds.odds_page, name="odds"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/pairings/",
        pairing.pairings,
        name="pairings",
    ),
    path("clubs/<slug:slug>/seasons/new/", season.season_new, name="season_new"),
    path("clubs/<slug:slug>/seasons/<int:pk>/", season.season, name="season"),
    path(
        "clubs/<slug:slug>/seasons/<int:pk>/standings/",
        season.standings_fragment,
        name="standings",
    ),
]
