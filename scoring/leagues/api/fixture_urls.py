from django.urls import path

from . import competitors, fixture_actions, fixture_reads

PATHS = [
    path("seasons/<int:pk>/fixtures", fixture_reads.FixtureList.as_view()),
    path("seasons/<int:pk>/fixtures.csv", fixture_reads.FixtureTable.as_view()),
    path("seasons/<int:pk>/plan", fixture_actions.SeasonPlanning.as_view()),
    path("seasons/<int:pk>/entrants", competitors.Entrants.as_view()),
    path("seasons/<int:pk>/withdrawals", competitors.Withdrawals.as_view()),
    path("seasons/<int:pk>/returns", competitors.Returns.as_view()),
    path("seasons/<int:pk>/divisions", fixture_actions.Divisions.as_view()),
    path("seasons/<int:pk>/division", fixture_actions.DivisionChange.as_view()),
    path("seasons/<int:pk>/next", fixture_actions.NextSeason.as_view()),
    path("fixtures/<int:pk>", fixture_reads.FixtureDetail.as_view()),
    path("fixtures/<int:pk>/postpone", fixture_actions.Postponing.as_view()),
    path("fixtures/<int:pk>/award", fixture_actions.Awarding.as_view()),
    path("fixtures/<int:pk>/award/back", fixture_actions.AwardWithdrawal.as_view()),
    path("evenings/<int:pk>/fixtures", fixture_actions.EveningFixtures.as_view()),
]
