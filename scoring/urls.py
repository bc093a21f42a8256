from django.urls import path

from .views import club, season

urlpatterns = [
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/seasons/new/", season.season_new, name="season_new"),
    path("clubs/<slug:slug>/seasons/<int:pk>/", season.season, name="season"),
    path(
        "clubs/<slug:slug>/seasons/<int:pk>/standings/",
        season.standings_fragment,
        name="standings",
    ),
]
