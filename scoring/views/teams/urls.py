from django.urls import path

from . import team, teams

SEASON, TEAM = "clubs/<slug:slug>/seasons/<int:pk>/", "clubs/<slug:slug>/teams/<int:pk>/"

urlpatterns = [
    path(f"{SEASON}teams/", teams.season_teams, name="season_teams"),
    path(f"{SEASON}teams/export.csv", teams.season_teams_csv, name="season_teams_csv"),
    path(f"{SEASON}teams/new/", teams.team_new, name="team_new"),
    path(TEAM, team.team_page, name="team"),
    path(f"{TEAM}change/", team.team_change, name="team_change"),
    path(f"{TEAM}join/", team.team_join, name="team_join"),
    path(f"{TEAM}leave/", team.team_leave, name="team_leave"),
]
