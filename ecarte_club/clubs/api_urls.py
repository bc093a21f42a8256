from django.urls import path

from . import api

urlpatterns = [
    path("clubs", api.ClubList.as_view()),
    path("clubs/<slug:slug>", api.ClubDetail.as_view()),
    path("clubs/<slug:slug>/players", api.PlayerList.as_view()),
    path("players/<int:pk>", api.PlayerDetail.as_view()),
]
