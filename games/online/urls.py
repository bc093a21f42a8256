from django.urls import path

from .views import direct, lobby, start, table

CLUB = "clubs/<slug:slug>/"
TABLE = f"{CLUB}online/<int:pk>/"

urlpatterns = [
    path(f"{CLUB}online/", lobby.lobby, name="online"),
    path(f"{CLUB}online/new/", start.new, name="online_new"),
    path(f"{CLUB}online/robot/", start.robot, name="online_robot"),
    path(TABLE, table.table, name="online_table"),
    path(f"{TABLE}direct/", direct.direct, name="online_direct"),
    path(f"{TABLE}close/", direct.close, name="online_close"),
    path(f"{TABLE}rematch/", direct.rematch, name="online_rematch"),
    path(f"{TABLE}transcript/", table.transcript, name="online_transcript"),
    path(f"{CLUB}matches/<int:pk>/online/", start.match, name="match_online"),
    path("o/<slug:word>/", start.invitation, name="online_invitation"),
]
