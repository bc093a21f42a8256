from django.urls import path

from .views import (
    attendance,
    evening,
    listing,
    results,
    table_code,
    tables,
)
from .views import (
    evening as evening_actions,
)
from .views import (
    evening as wall,
)
from .views import (
    results as sign_off,
)

HERE = "clubs/<slug:slug>/evenings/<int:pk>/"

urlpatterns = [
    path("clubs/<slug:slug>/evenings/", listing.evenings, name="evenings"),
    path("clubs/<slug:slug>/evenings.csv", listing.evenings_csv, name="evenings_csv"),
    path("clubs/<slug:slug>/evenings/new/", listing.evening_new, name="evening_new"),
    path(HERE, evening.evening, name="evening"),
    path(f"{HERE}now/", evening.evening_fragment, name="evening_now"),
    path(f"{HERE}change/", listing.evening_edit, name="evening_edit"),
    path(f"{HERE}attendance/", attendance.attendance, name="evening_attendance"),
    path(f"{HERE}attendance/now/", attendance.attendance_now, name="attendance_now"),
    path(f"{HERE}go/", evening_actions.go, name="evening_go"),
    path(f"{HERE}walk-in/", attendance.walk_in, name="walk_in"),
    path(f"{HERE}tables/", tables.evening_tables, name="evening_tables"),
    path(f"{HERE}tables/<int:table>/", tables.table_settings, name="table_settings"),
    path(f"{HERE}tables/<int:table>/rename/", tables.table_rename, name="table_rename"),
    path(f"{HERE}tables/<int:table>/start/", tables.table_start, name="table_start"),
    path(f"{HERE}wall/", wall.wall, name="wall"),
    path(f"{HERE}wall/now/", wall.wall_fragment, name="wall_now"),
    path(f"{HERE}sign-off/", sign_off.sign_off, name="sign_off"),
    path(f"{HERE}results/", results.results, name="evening_results"),
    path(f"{HERE}results/letters/", results.letters, name="evening_letters"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/results.csv",
        results.results_csv,
        name="evening_results_csv",
    ),
    path("t/", table_code.table_door, name="table_door"),
    path("t/leave/", table_code.table_leave, name="table_leave"),
    path("t/<str:code>/", table_code.table_code, name="table_code"),
    path(f"{HERE}tables/<int:table>/wait/", table_code.table_wait, name="table_wait"),
    path(f"{HERE}tables/<int:table>/wait/now/", table_code.table_wait_now, name="table_wait_now"),
    path(f"{HERE}tables/<int:table>/card/", table_code.table_card, name="table_card"),
]
