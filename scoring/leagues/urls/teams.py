from django.urls import path

from scoring.leagues.views import competitors, due, fixture, plan
from scoring.leagues.views.teams import (
    adjustments,
    charts,
    meetings,
    standing,
    team,
    teams,
    what_if,
)

SEASON, TEAM = "clubs/<slug:slug>/seasons/<int:pk>/", "clubs/<slug:slug>/teams/<int:pk>/"
EVENING = "clubs/<slug:slug>/evenings/<int:pk>/"
TABLE = f"{SEASON}teams/standings/"
BOARD = "clubs/<slug:slug>/boards/<int:pk>/"
MEETING = "clubs/<slug:slug>/meetings/<int:pk>/"
TEAMS = {"of_teams": True}

urlpatterns = [
    path(f"{SEASON}teams/", teams.season_teams, name="season_teams"),
    path(f"{SEASON}teams/export.csv", teams.season_teams_csv, name="season_teams_csv"),
    path(f"{SEASON}teams/new/", teams.team_new, name="team_new"),
    path(TEAM, team.team_page, name="team"),
    path(f"{TEAM}change/", team.team_change, name="team_change"),
    path(f"{TEAM}join/", team.team_join, name="team_join"),
    path(f"{TEAM}leave/", team.team_leave, name="team_leave"),
    path(f"{SEASON}teams/plan/", plan.plan, TEAMS, name="team_plan"),
    path(f"{SEASON}teams/late/", competitors.join, TEAMS, name="team_late"),
    path(f"{SEASON}teams/withdraw/", competitors.withdraw, TEAMS, name="team_withdraw"),
    path(f"{SEASON}teams/return/", competitors.undo_withdrawal, TEAMS, name="team_return"),
    path(f"{SEASON}meetings/", meetings.season_meetings, name="season_meetings"),
    path(f"{SEASON}meetings/export.csv", meetings.season_meetings_csv, name="season_meetings_csv"),
    path(MEETING, fixture.page, TEAMS, name="meeting"),
    path(f"{MEETING}postpone/", fixture.postpone, TEAMS, name="meeting_postpone"),
    path(f"{MEETING}lineup/", fixture.lineup, name="meeting_lineup"),
    path(f"{EVENING}boards/", due.due_page, TEAMS, name="evening_boards"),
    path(TABLE, standing.team_standings, name="team_standings"),
    path(f"{TABLE}charts/", charts.team_charts, name="team_charts"),
    path(f"{TABLE}what-if/", what_if.team_what_if, name="team_what_if"),
    path(f"{TABLE}table/", standing.team_table, name="team_table"),
    path(
        f"{TABLE}export.csv",
        standing.team_standings_csv,
        name="team_standings_csv",
    ),
    path(f"{SEASON}teams/adjustments/", adjustments.team_adjustments, name="team_adjustments"),
    path(
        f"{SEASON}teams/adjustments/<int:adjustment>/",
        adjustments.team_adjustment_end,
        name="team_adjustment_end",
    ),
    path(f"{TABLE}<int:team>/why/", standing.team_why, name="team_why"),
    path(f"{MEETING}award/", fixture.award, TEAMS, name="meeting_award"),
    path(f"{MEETING}award/back/", fixture.award_withdraw, TEAMS, name="meeting_award_back"),
    path(f"{BOARD}award/", fixture.award_board, name="board_award"),
    path(f"{BOARD}award/back/", fixture.award_board_withdraw, name="board_award_back"),
]
