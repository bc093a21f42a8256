from django.urls import path

from .views import club, odds, pairing, rating, season
from .views.contests import correcting, opening, telling, undoing
from .views.settling import urls as settling

urlpatterns = [
    *settling.urlpatterns,
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/ratings/", rating.ratings, name="ratings"),
    path("clubs/<slug:slug>/ratings/export.csv", rating.ratings_csv, name="ratings_csv"),
    path(
        "clubs/<slug:slug>/players/<int:pk>/rating/", rating.player_rating, name="player_rating"
    ),
    path("clubs/<slug:slug>/odds/", odds.odds_page, name="odds"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/pairings/",
        pairing.pairings,
        name="pairings",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/contests/new/",
        opening.contest_new,
        name="contest_new",
    ),
    path("clubs/<slug:slug>/contests/<int:pk>/", telling.contest, name="contest"),
    path("clubs/<slug:slug>/contests/<int:pk>/now/", telling.contest_fragment, name="contest_now"),
    path("clubs/<slug:slug>/contests/<int:pk>/tell/", telling.contest_tell, name="contest_tell"),
    path("clubs/<slug:slug>/contests/<int:pk>/draw/", telling.contest_draw, name="contest_draw"),
    path("clubs/<slug:slug>/contests/<int:pk>/deal/", telling.contest_deal, name="contest_deal"),
    path("clubs/<slug:slug>/contests/<int:pk>/undo/", undoing.undo, name="contest_undo"),
    path(
        "clubs/<slug:slug>/contests/<int:pk>/entries/<int:place>/correct/",
        correcting.correct,
        name="contest_correct",
    ),
    path("clubs/<slug:slug>/seasons/new/", season.season_new, name="season_new"),
    path("clubs/<slug:slug>/seasons/<int:pk>/", season.season, name="season"),
    path(
        "clubs/<slug:slug>/seasons/<int:pk>/standings/",
        season.standings_fragment,
        name="standings",
    ),
]
