from django.urls import path

from . import acts, reads

PATHS = [
    path("clubs/<slug:slug>/contests", reads.ContestList.as_view()),
    path("clubs/<slug:slug>/contests.csv", reads.ContestTable.as_view()),
    path("evenings/<int:pk>/contests", acts.EveningContestList.as_view()),
    path("contests/<int:pk>", reads.ContestDetail.as_view()),
    path("contests/<int:pk>/entries", reads.ContestEntryList.as_view()),
    path("contests/<int:pk>/accept", acts.AcceptList.as_view()),
    path("contests/<int:pk>/events", acts.EventList.as_view()),
    path("contests/<int:pk>/draw", acts.PlacesDrawn.as_view()),
    path("contests/<int:pk>/deal", acts.DealList.as_view()),
    path("contests/<int:pk>/undo", acts.ContestUndo.as_view()),
    path("contests/<int:pk>/undo/preview", acts.ContestUndoPreview.as_view()),
    path("contests/<int:pk>/corrections", acts.ContestCorrectionList.as_view()),
    path("contests/<int:pk>/corrections/preview", acts.ContestCorrectionPreview.as_view()),
]
