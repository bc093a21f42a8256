from django.urls import path

from ecarte_club.clubs.views import names, personal

urlpatterns = [
    path("clubs/<slug:slug>/players/names/", names.names, name="player_names"),
    path("clubs/<slug:slug>/me/", personal.choices, name="choices"),
    path(
        "clubs/<slug:slug>/players/<int:pk>/anonymise/",
        personal.anonymise,
        name="player_anonymise",
    ),
]
