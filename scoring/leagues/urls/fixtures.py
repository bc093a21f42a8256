from django.urls import path

from scoring.leagues.views.fixtures import divisions, evening, fixture, fixtures, people, plan

SEASON, FIXTURE = "clubs/<slug:slug>/seasons/<int:pk>/", "clubs/<slug:slug>/fixtures/<int:pk>/"
EVENING = "clubs/<slug:slug>/evenings/<int:pk>/"

urlpatterns = [
    path(f"{SEASON}fixtures/", fixtures.season_fixtures, name="season_fixtures"),
    path(f"{SEASON}fixtures/export.csv", fixtures.season_fixtures_csv, name="season_fixtures_csv"),
    path(f"{SEASON}plan/", plan.season_plan, name="season_plan"),
    path(f"{SEASON}join/", people.season_join, name="season_join"),
    path(f"{SEASON}withdraw/", people.season_withdraw, name="season_withdraw"),
    path(f"{SEASON}return/", people.season_return, name="season_return"),
    path(f"{SEASON}divisions/", divisions.season_divisions, name="season_divisions"),
    path(f"{SEASON}next/", divisions.season_next, name="season_next"),
    path(FIXTURE, fixture.fixture_page, name="fixture"),
    path(f"{FIXTURE}postpone/", fixture.fixture_postpone, name="fixture_postpone"),
    path(f"{FIXTURE}award/", fixture.fixture_award, name="fixture_award"),
    path(f"{FIXTURE}award/back/", fixture.fixture_award_back, name="fixture_award_back"),
    path(f"{EVENING}fixtures/", evening.evening_fixtures, name="evening_fixtures"),
]
