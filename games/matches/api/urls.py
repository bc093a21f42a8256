from django.urls import path

from . import corrections, revisions, stopping, views

urlpatterns = [
    path("matches", views.MatchList.as_view()),
    path("clubs/<slug:slug>/matches", views.ClubMatchList.as_view()),
    path("matches/<int:pk>", views.MatchDetail.as_view()),
    path("matches/<int:pk>/hands", views.HandList.as_view()),
    path("matches/<int:pk>/games", views.GameList.as_view()),
    path("matches/<int:pk>/rubber", views.RubberEntry.as_view()),
    path("matches/<int:pk>/entries", views.EntryList.as_view()),
    path("matches/<int:pk>/entries/<int:number>/corrections", corrections.CorrectionList.as_view()),
    path("matches/<int:pk>/undo", revisions.UndoList.as_view()),
    path("matches/<int:pk>/undo/preview", revisions.UndoPreview.as_view()),
    path("matches/<int:pk>/revisions", revisions.RevisionList.as_view()),
    path("matches/<int:pk>/revisions/preview", revisions.RevisionPreview.as_view()),
    path("hands/<int:pk>", views.HandDetail.as_view()),
    path("matches/<int:pk>/annulment", corrections.Annulment.as_view()),
    path("matches/<int:pk>/annulment/back", corrections.AnnulmentBack.as_view()),
    path("matches/<int:pk>/annulment/preview", corrections.AnnulmentPreview.as_view()),
    path("matches/<int:pk>/abandonment", stopping.Abandonment.as_view()),
    path("matches/<int:pk>/abandonment/preview", stopping.AbandonmentPreview.as_view()),
    path("matches/<int:pk>/adjournment", stopping.Adjournment.as_view()),
    path("matches/<int:pk>/resumption", stopping.Resumption.as_view()),
    path("matches/<int:pk>/notation", views.MatchNotation.as_view()),
    path("matches/<int:pk>/flags", corrections.MatchFlagList.as_view()),
    path("clubs/<slug:slug>/flags", corrections.FlagList.as_view()),
    path("flags/<int:pk>", corrections.FlagDetail.as_view()),
    path("flags/<int:pk>/settle", corrections.FlagSettle.as_view()),
    path("matches/<int:pk>/entries/<int:number>/mend", corrections.MendList.as_view()),
    path("matches/<int:pk>/games/<int:game>/confirm", corrections.ConfirmationList.as_view()),
    path(
        "matches/<int:pk>/entries/<int:number>/corrections/preview",
        corrections.CorrectionPreview.as_view(),
    ),
    path("players/<int:pk>/record", views.PlayerRecordDetail.as_view()),
    path("players/<int:pk>/matches.csv", views.PlayerMatchesCsv.as_view()),
]
