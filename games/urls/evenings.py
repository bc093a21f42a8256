from django.urls import path

from games.views.evenings import acts, evening, listing

HERE = "clubs/<slug:slug>/evenings/<int:pk>/"

urlpatterns = [
    path("clubs/<slug:slug>/evenings/", listing.evenings, name="evenings"),
    path("clubs/<slug:slug>/evenings/new/", listing.evening_new, name="evening_new"),
    path(HERE, evening.evening, name="evening"),
    path(f"{HERE}now/", evening.evening_fragment, name="evening_now"),
    path(f"{HERE}arrive/", acts.arrive, name="evening_arrive"),
    path(f"{HERE}go/", acts.go, name="evening_go"),
    path(f"{HERE}walk-in/", acts.walk_in, name="walk_in"),
    path(f"{HERE}tables/", acts.table_add, name="table_add"),
]
