from django.urls import path

from scoring.leagues.views import competitors, due, fixture, plan
from scoring.leagues.views.fixtures import divisions, fixtures

SEASON, FIXTURE = "clubs/<slug:slug>/seasons/<int:pk>/", "clubs/<slug:slug>/fixtures/<int:pk>/"
EVENING = "clubs/<slug:slug>/evenings/<int:pk>/"
PLAYERS = {"of_teams": False}

urlpatterns = [
    path(f"{SEASON}fixtures/", fixtures.season_fixtures, name="season_fixtures"),
    path(f"{SEASON}fixtures/export.csv", fixtures.season_fixtures_csv, name="season_fixtures_csv"),
    path(f"{SEASON}plan/", plan.plan, PLAYERS, name="season_plan"),
    path(f"{SEASON}join/", competitors.join, PLAYERS, name="season_join"),
    path(f"{SEASON}withdraw/", competitors.withdraw, PLAYERS, name="season_withdraw"),
    path(f"{SEASON}return/", competitors.undo_withdrawal, PLAYERS, name="season_return"),
    path(f"{SEASON}divisions/", divisions.season_divisions, name="season_divisions"),
    path(f"{SEASON}next/", divisions.season_next, name="season_next"),
    path(FIXTURE, fixture.page, PLAYERS, name="fixture"),
    path(f"{FIXTURE}postpone/", fixture.postpone, PLAYERS, name="fixture_postpone"),
    path(f"{FIXTURE}award/", fixture.award, PLAYERS, name="fixture_award"),
    path(f"{FIXTURE}award/back/", fixture.award_withdraw, PLAYERS, name="fixture_award_back"),
    path(f"{EVENING}fixtures/", due.due_page, PLAYERS, name="evening_fixtures"),
]
