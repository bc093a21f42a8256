from django.urls import URLPattern, path

from ecarte_club.clubs.views import member, member_import, merge, players

PLAYERS = "clubs/<slug:slug>/players/"
urlpatterns: list[URLPattern] = [
    path(PLAYERS, players.players, name="players"),
    path(f"{PLAYERS}export.csv", players.players_csv, name="players_csv"),
    path(f"{PLAYERS}import/", member_import.players_import, name="players_import"),
    path(f"{PLAYERS}<int:pk>/change/", member.change, name="player_change"),
    path(f"{PLAYERS}<int:pk>/merge/", merge.merge, name="player_merge"),
]
