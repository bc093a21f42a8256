from django.urls import path

from . import actions, odds, reads

urlpatterns = [
    path("odds", odds.OddsTable.as_view()),
    path("clubs/<slug:slug>/contests", reads.ContestList.as_view()),
    path("clubs/<slug:slug>/contests.csv", reads.ContestTable.as_view()),
    path("evenings/<int:pk>/contests", actions.EveningContestList.as_view()),
    path("contests/<int:pk>", reads.ContestDetail.as_view()),
    path("contests/<int:pk>/entries", reads.ContestEntryList.as_view()),
    path("contests/<int:pk>/accept", actions.AcceptList.as_view()),
    path("contests/<int:pk>/events", actions.EventList.as_view()),
    path("contests/<int:pk>/draw", actions.PlacesDrawn.as_view()),
    path("contests/<int:pk>/deal", actions.DealList.as_view()),
    path("contests/<int:pk>/undo", actions.ContestUndo.as_view()),
    path("contests/<int:pk>/undo/preview", actions.ContestUndoPreview.as_view()),
    path("contests/<int:pk>/corrections", actions.ContestCorrectionList.as_view()),
    path("contests/<int:pk>/corrections/preview", actions.ContestCorrectionPreview.as_view()),
]
