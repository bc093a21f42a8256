from django.urls import path

from scoring.leagues.api import competitors

from . import actions, adjustments, boards, meetings, reads, standing, trying

PATHS = [
    path("seasons/<int:pk>/teams", actions.Teams.as_view()),
    path("seasons/<int:pk>/teams.csv", reads.TeamTable.as_view()),
    path("teams/<int:pk>", actions.TeamChange.as_view()),
    path("teams/<int:pk>/players", actions.TeamJoining.as_view()),
    path("teams/<int:pk>/leavers", actions.TeamLeaving.as_view()),
    path("seasons/<int:pk>/meetings", meetings.Meetings.as_view()),
    path("seasons/<int:pk>/meetings.csv", meetings.MeetingTable.as_view()),
    path("meetings/<int:pk>", meetings.MeetingDetail.as_view()),
    path("meetings/<int:pk>/postpone", meetings.MeetingPostponing.as_view()),
    path("meetings/<int:pk>/lineups", boards.Lineups.as_view()),
    path("evenings/<int:pk>/boards", boards.EveningBoards.as_view()),
    path("seasons/<int:pk>/teams/late", competitors.LateTeams.as_view()),
    path("seasons/<int:pk>/teams/withdrawals", competitors.TeamWithdrawals.as_view()),
    path("seasons/<int:pk>/teams/returns", competitors.TeamReturns.as_view()),
    path("seasons/<int:pk>/teams/standings", standing.TeamStandings.as_view()),
    path("seasons/<int:pk>/teams/standings.csv", standing.TeamStandingsTable.as_view()),
    path("seasons/<int:pk>/teams/standings.ndjson", standing.TeamStandingsLines.as_view()),
    path("seasons/<int:pk>/teams/standings/<int:team>", standing.TeamWhy.as_view()),
    path("seasons/<int:pk>/teams/what-if", trying.TeamWhatIf.as_view()),
    path("seasons/<int:pk>/teams/adjustments", adjustments.TeamAdjustments.as_view()),
    path("seasons/<int:pk>/teams/adjustments/preview", adjustments.TeamPreview.as_view()),
    path(
        "seasons/<int:pk>/teams/adjustments/<int:adjustment>/end",
        adjustments.TeamAdjustmentEnd.as_view(),
    ),
    path("meetings/<int:pk>/award", meetings.MeetingAwarding.as_view()),
    path("meetings/<int:pk>/award/back", meetings.MeetingAwardWithdrawal.as_view()),
    path("boards/<int:pk>", boards.BoardDetail.as_view()),
    path("boards/<int:pk>/award", boards.BoardAwarding.as_view()),
    path("boards/<int:pk>/award/back", boards.BoardAwardWithdrawal.as_view()),
]
