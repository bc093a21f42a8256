from django.urls import path

from . import acts, own, reads, upcoming

PATHS = [
    path("clubs/<slug:slug>/calendar", reads.ClubCalendar.as_view()),
    path("clubs/<slug:slug>/calendar.ics", reads.ClubFeed.as_view()),
    path("clubs/<slug:slug>/me/calendar", own.OwnCalendar.as_view()),
    path("seasons/<int:pk>/fixtures", reads.FixtureList.as_view()),
    path("seasons/<int:pk>/fixtures.csv", reads.FixtureTable.as_view()),
    path("seasons/<int:pk>/fixtures.ics", reads.FixtureFeed.as_view()),
    path("seasons/<int:pk>/plan", acts.SeasonPlanning.as_view()),
    path("seasons/<int:pk>/entrants", acts.Entrants.as_view()),
    path("seasons/<int:pk>/withdrawals", acts.Withdrawals.as_view()),
    path("seasons/<int:pk>/returns", acts.Returns.as_view()),
    path("seasons/<int:pk>/divisions", acts.Divisions.as_view()),
    path("seasons/<int:pk>/division", acts.DivisionChange.as_view()),
    path("seasons/<int:pk>/next", acts.NextSeason.as_view()),
    path("fixtures/<int:pk>", reads.FixtureDetail.as_view()),
    path("fixtures/<int:pk>/postpone", acts.Postponing.as_view()),
    path("fixtures/<int:pk>/award", acts.Awarding.as_view()),
    path("fixtures/<int:pk>/award/back", acts.AwardingBack.as_view()),
    path("players/<int:pk>/next", upcoming.PlayerNext.as_view()),
    path("evenings/<int:pk>/fixtures", acts.EveningFixtures.as_view()),
]
