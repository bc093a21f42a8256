from django.urls import path

from games.views.evenings import acts, evening, listing, sign_off, tables, wall

HERE = "clubs/<slug:slug>/evenings/<int:pk>/"

urlpatterns = [
    path("clubs/<slug:slug>/evenings/", listing.evenings, name="evenings"),
    path("clubs/<slug:slug>/evenings.csv", listing.evenings_csv, name="evenings_csv"),
    path("clubs/<slug:slug>/evenings/new/", listing.evening_new, name="evening_new"),
    path(HERE, evening.evening, name="evening"),
    path(f"{HERE}now/", evening.evening_fragment, name="evening_now"),
    path(f"{HERE}change/", listing.evening_edit, name="evening_edit"),
    path(f"{HERE}arrive/", acts.arrive, name="evening_arrive"),
    path(f"{HERE}go/", acts.go, name="evening_go"),
    path(f"{HERE}walk-in/", acts.walk_in, name="walk_in"),
    path(f"{HERE}tables/", acts.table_add, name="table_add"),
    path(f"{HERE}tables/<int:table>/", tables.table_settings, name="table_settings"),
    path(f"{HERE}tables/<int:table>/rename/", tables.table_rename, name="table_rename"),
    path(f"{HERE}tables/<int:table>/start/", tables.table_start, name="table_start"),
    path(f"{HERE}wall/", wall.wall, name="wall"),
    path(f"{HERE}wall/now/", wall.wall_fragment, name="wall_now"),
    path(f"{HERE}sign-off/", sign_off.sign_off, name="sign_off"),
]
