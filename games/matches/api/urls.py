from django.urls import path

from . import annulment, corrections, disputes, views
from . import views as notation

urlpatterns = [
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
    *annulment.PATHS,
    *notation.PATHS,
    *disputes.PATHS,
    path(
        "matches/<int:pk>/entries/<int:number>/corrections/preview",
        corrections.CorrectionPreview.as_view(),
    ),
    path("players/<int:pk>/record", corrections.PlayerRecordDetail.as_view()),
    path("players/<int:pk>/matches.csv", corrections.PlayerMatchesCsv.as_view()),
]
