from django.urls import path

from . import odds, views

urlpatterns = [
    path("odds", odds.OddsTable.as_view()),
    path("clubs/<slug:slug>/contests", views.ContestList.as_view()),
    path("clubs/<slug:slug>/contests.csv", views.ContestTable.as_view()),
    path("evenings/<int:pk>/contests", views.EveningContestList.as_view()),
    path("contests/<int:pk>", views.ContestDetail.as_view()),
    path("contests/<int:pk>/entries", views.ContestEntryList.as_view()),
    path("contests/<int:pk>/accept", views.AcceptList.as_view()),
    path("contests/<int:pk>/events", views.EventList.as_view()),
    path("contests/<int:pk>/draw", views.PlacesDrawn.as_view()),
    path("contests/<int:pk>/deal", views.DealList.as_view()),
    path("contests/<int:pk>/undo", views.ContestUndo.as_view()),
    path("contests/<int:pk>/undo/preview", views.ContestUndoPreview.as_view()),
    path("contests/<int:pk>/corrections", views.ContestCorrectionList.as_view()),
    path("contests/<int:pk>/corrections/preview", views.ContestCorrectionPreview.as_view()),
]
