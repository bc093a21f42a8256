from django.urls import URLPattern, path

from . import afterwards, annulling, evenings, laws, letters, notation, paper, views
from .tables import TABLES

# One list an area, so that an area is added in one place.
MATCHES = [
    path("matches", views.MatchList.as_view()),
    path("clubs/<slug:slug>/matches", views.ClubMatchList.as_view()),
    path("matches/<int:pk>", views.MatchDetail.as_view()),
    path("matches/<int:pk>/hands", views.HandList.as_view()),
    path("matches/<int:pk>/games", views.GameList.as_view()),
    path("matches/<int:pk>/rubber", views.RubberEntry.as_view()),
    path("matches/<int:pk>/entries", views.EntryList.as_view()),
    path("matches/<int:pk>/entries/<int:number>/corrections", views.CorrectionList.as_view()),
    path("matches/<int:pk>/undo", views.UndoList.as_view()),
    path("hands/<int:pk>", views.HandDetail.as_view()),
    *annulling.PATHS,
]
EVENINGS: list[URLPattern] = [*evenings.PATHS]
PAPER = paper.PATHS
AFTERWARDS = [
    path(
        "matches/<int:pk>/entries/<int:number>/corrections/preview",
        afterwards.CorrectionPreview.as_view(),
    ),
    path("players/<int:pk>/record", afterwards.PlayerRecordDetail.as_view()),
    path("players/<int:pk>/matches.csv", afterwards.PlayerMatchesCsv.as_view()),
    path("evenings/<int:pk>/results", afterwards.EveningResultsDetail.as_view()),
    path("evenings/<int:pk>/letters", letters.EveningLetters.as_view()),
    path("evenings/<int:pk>/results.csv", afterwards.EveningResultsCsv.as_view()),
]

urlpatterns = [*MATCHES, *notation.PATHS, *EVENINGS, *TABLES, *PAPER, *AFTERWARDS, *laws.PATHS]
