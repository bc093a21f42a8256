from django.urls import path

from games.views import player, results

EVENING = "clubs/<slug:slug>/evenings/<int:pk>/results"
PLAYER = "clubs/<slug:slug>/players/<int:pk>"

urlpatterns = [
    path(f"{EVENING}/", results.results, name="evening_results"),
    path(f"{EVENING}/letters/", results.letters, name="evening_letters"),
    path(f"{EVENING}.csv", results.results_csv, name="evening_results_csv"),
    path(f"{PLAYER}/", player.player, name="player"),
    path(f"{PLAYER}/matches.csv", player.player_csv, name="player_csv"),
]
