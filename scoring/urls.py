from django.urls import path

from .league_events import live_events
from .views import archives, club, hooks, odds, pairing, rating, season
from .views.contests import correcting, opening, telling, undoing
from .views.planning import urls as planning
from .views.settling import urls as settling
from .views.standings import urls as standings
from .views.teams import urls as teams
from .views.tournaments import urls as tournaments

urlpatterns = [
    path("live/league/", live_events, name="live_events"),
    *settling.urlpatterns,
    *tournaments.urlpatterns,
    *planning.urlpatterns,
    *teams.urlpatterns,
    *standings.urlpatterns,
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/ratings/", rating.ratings, name="ratings"),
    path("clubs/<slug:slug>/ratings/export.csv", rating.ratings_csv, name="ratings_csv"),
    path("clubs/<slug:slug>/players/<int:pk>/rating/", rating.player_rating, name="player_rating"),
    path("clubs/<slug:slug>/committee/hooks/", hooks.hook_list, name="hooks"),
    path("clubs/<slug:slug>/committee/hooks/<int:pk>/", hooks.hook, name="hook"),
    path("clubs/<slug:slug>/committee/hooks/<int:pk>/log.csv", hooks.hook_csv, name="hook_csv"),
    path("clubs/<slug:slug>/committee/hooks/<int:pk>/test/", hooks.hook_test, name="hook_test"),
    path(
        "clubs/<slug:slug>/committee/hooks/<int:pk>/switch/", hooks.hook_switch, name="hook_switch"
    ),
    path(
        "clubs/<slug:slug>/committee/hooks/<int:pk>/replay/", hooks.hook_replay, name="hook_replay"
    ),
    path(
        "clubs/<slug:slug>/committee/hooks/<int:pk>/delete/", hooks.hook_delete, name="hook_delete"
    ),
    *archives.URLS,
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
