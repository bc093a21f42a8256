from django.urls import path

from . import views

urlpatterns = [
    path("clubs/<slug:slug>/online/", views.lobby, name="online"),
    path("clubs/<slug:slug>/online/new/", views.new, name="online_new"),
    path("clubs/<slug:slug>/online/<int:pk>/", views.table, name="online_table"),
    path(
        "clubs/<slug:slug>/online/<int:pk>/transcript/", views.transcript, name="online_transcript"
    ),
    path("clubs/<slug:slug>/matches/<int:pk>/online/", views.match, name="match_online"),
    path("o/<slug:word>/", views.invitation, name="online_invitation"),
]
