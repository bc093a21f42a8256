"""Pages of leagues."""

from django.urls import path

from .views import (
    adjustments,
    charts,
    club,
    competitors,
    divisions,
    embed,
    evening_outbox,
    evening_results,
    fixture,
    fixtures,
    manual_orders,
    outlook,
    pairings,
    plan,
    results,
    season,
    standings,
    starting,
    teams,
    what_if,
)

CLUB = "clubs/<slug:slug>/"
SEASON, FIXTURE = f"{CLUB}seasons/<int:pk>/", f"{CLUB}fixtures/<int:pk>/"
MEETING, BOARD = f"{CLUB}meetings/<int:pk>/", f"{CLUB}boards/<int:pk>/"
EVENING, TEAM = f"{CLUB}evenings/<int:pk>/", f"{CLUB}teams/<int:pk>/"
TABLE = f"{SEASON}teams/standings/"
RULED, TEAMS_RULED = f"{SEASON}adjustments/", f"{SEASON}teams/adjustments/"
RANKED, TEAMS_RANKED = f"{SEASON}order/", f"{SEASON}teams/order/"
PLAYERS, TEAMS = {"of_teams": False}, {"of_teams": True}

urlpatterns = [
    path(CLUB, club.club, name="club"),
    path(f"{CLUB}seasons/", club.season_list, name="seasons"),
    path(f"{EVENING}pairings/", pairings.pairings, name="pairings"),
    path(
        f"{EVENING}results/enter/",
        evening_results.evening_results_enter,
        name="evening_results_enter",
    ),
    path(f"{EVENING}outbox/", evening_outbox.outbox, name="evening_outbox"),
    path(f"{CLUB}seasons/new/", season.season_new, name="season_new"),
    path(SEASON, season.season, name="season"),
    path(f"{SEASON}standings/", season.standings_fragment, name="standings"),
    # Fixtures of players.
    path(f"{SEASON}fixtures/", fixtures.season_fixtures, name="season_fixtures"),
    path(f"{SEASON}fixtures/export.csv", fixtures.season_fixtures_csv, name="season_fixtures_csv"),
    path(f"{SEASON}plan/", plan.plan, PLAYERS, name="season_plan"),
    path(f"{SEASON}join/", competitors.join, PLAYERS, name="season_join"),
    path(f"{SEASON}withdraw/", competitors.withdraw, PLAYERS, name="season_withdraw"),
    path(f"{SEASON}return/", competitors.undo_withdrawal, PLAYERS, name="season_return"),
    path(f"{SEASON}divisions/", divisions.season_divisions, name="season_divisions"),
    path(f"{SEASON}next/", divisions.season_next, name="season_next"),
    path(FIXTURE, fixture.page, PLAYERS, name="fixture"),
    path(f"{SEASON}results/", results.round_results, name="round_results"),
    path(f"{FIXTURE}result/", results.fixture_result, PLAYERS, name="fixture_result"),
    path(f"{FIXTURE}postpone/", fixture.postpone, PLAYERS, name="fixture_postpone"),
    path(f"{FIXTURE}award/", fixture.award, PLAYERS, name="fixture_award"),
    path(f"{FIXTURE}award/back/", fixture.award_withdraw, PLAYERS, name="fixture_award_back"),
    path(f"{EVENING}fixtures/", starting.due_page, PLAYERS, name="evening_fixtures"),
    # The table of the players.
    path(f"{SEASON}standings/<int:competitor>/", standings.why, PLAYERS, name="standing_why"),
    path(f"{SEASON}what-if/", what_if.what_if, PLAYERS, name="what_if"),
    path(f"{SEASON}outlook/", outlook.outlook, PLAYERS, name="outlook"),
    path(f"{SEASON}charts/", charts.charts, PLAYERS, name="season_charts"),
    path(RULED, adjustments.adjustments, PLAYERS, name="adjustments"),
    path(f"{RULED}<int:adjustment>/", adjustments.end, PLAYERS, name="adjustment_end"),
    path(RANKED, manual_orders.orders, PLAYERS, name="manual_orders"),
    path(f"{RANKED}<int:order>/", manual_orders.end, PLAYERS, name="manual_order_end"),
    path(f"{SEASON}embed/", embed.how, name="embed_how"),
    path("embed/seasons/<int:pk>/", embed.embedded, name="embedded"),
    path("embed/table.js", embed.script, name="embed_script"),
    path("embed/accent/<slug:colour>.css", embed.accent, name="embed_accent"),
    # Teams.
    path(f"{SEASON}teams/", teams.season_teams, name="season_teams"),
    path(f"{SEASON}teams/export.csv", teams.season_teams_csv, name="season_teams_csv"),
    path(f"{SEASON}teams/new/", teams.team_new, name="team_new"),
    path(TEAM, teams.team_page, name="team"),
    path(f"{TEAM}change/", teams.team_change, name="team_change"),
    path(f"{TEAM}join/", teams.team_join, name="team_join"),
    path(f"{TEAM}leave/", teams.team_leave, name="team_leave"),
    path(f"{SEASON}teams/plan/", plan.plan, TEAMS, name="team_plan"),
    path(f"{SEASON}teams/late/", competitors.join, TEAMS, name="team_late"),
    path(f"{SEASON}teams/withdraw/", competitors.withdraw, TEAMS, name="team_withdraw"),
    path(f"{SEASON}teams/return/", competitors.undo_withdrawal, TEAMS, name="team_return"),
    path(f"{SEASON}meetings/", fixtures.season_meetings, name="season_meetings"),
    path(f"{SEASON}meetings/export.csv", fixtures.season_meetings_csv, name="season_meetings_csv"),
    path(MEETING, fixture.page, TEAMS, name="meeting"),
    path(f"{MEETING}postpone/", fixture.postpone, TEAMS, name="meeting_postpone"),
    path(f"{MEETING}award/", fixture.award, TEAMS, name="meeting_award"),
    path(f"{MEETING}award/back/", fixture.award_withdraw, TEAMS, name="meeting_award_back"),
    path(f"{MEETING}lineup/", fixture.lineup, name="meeting_lineup"),
    path(f"{BOARD}result/", results.fixture_result, TEAMS, name="board_result"),
    path(f"{BOARD}award/", fixture.award_board, name="board_award"),
    path(f"{BOARD}award/back/", fixture.award_board_withdraw, name="board_award_back"),
    path(f"{EVENING}boards/", starting.due_page, TEAMS, name="evening_boards"),
    # The table of the teams.
    path(TABLE, standings.team_standings_moved, name="team_standings"),
    path(f"{SEASON}players/", season.player_standings, name="player_standings"),
    path(f"{TABLE}charts/", charts.charts, TEAMS, name="team_charts"),
    path(f"{TABLE}what-if/", what_if.what_if, TEAMS, name="team_what_if"),
    path(f"{TABLE}outlook/", outlook.outlook, TEAMS, name="team_outlook"),
    path(f"{TABLE}table/", standings.team_table_fragment, name="team_table"),
    path(f"{TABLE}export.csv", standings.team_standings_csv, name="team_standings_csv"),
    path(f"{TABLE}<int:competitor>/why/", standings.why, TEAMS, name="team_why"),
    path(TEAMS_RULED, adjustments.adjustments, TEAMS, name="team_adjustments"),
    path(f"{TEAMS_RULED}<int:adjustment>/", adjustments.end, TEAMS, name="team_adjustment_end"),
    path(TEAMS_RANKED, manual_orders.orders, TEAMS, name="team_manual_orders"),
    path(f"{TEAMS_RANKED}<int:order>/", manual_orders.end, TEAMS, name="team_manual_order_end"),
]
