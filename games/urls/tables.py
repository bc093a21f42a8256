from django.urls import path

from games.views import confirm, flag, mend, pad, tables

TABLE = "clubs/<slug:slug>/evenings/<int:pk>/tables/<int:table>/"

urlpatterns = [
    path("t/", tables.table_door, name="table_door"),
    path("t/leave/", tables.table_leave, name="table_leave"),
    path("t/<str:code>/", tables.table_code, name="table_code"),
    path(f"{TABLE}wait/", tables.table_wait, name="table_wait"),
    path(f"{TABLE}wait/now/", tables.table_wait_now, name="table_wait_now"),
    path(f"{TABLE}card/", tables.table_card, name="table_card"),
    path("clubs/<slug:slug>/matches/<int:pk>/confirm/", confirm.confirm, name="confirm"),
    path("clubs/<slug:slug>/matches/<int:pk>/entries/<int:number>/mend/", mend.mend, name="mend"),
    path("clubs/<slug:slug>/matches/<int:pk>/flag/", flag.flag, name="flag"),
    path("clubs/<slug:slug>/flags/", flag.flags, name="flags"),
    path("clubs/<slug:slug>/flags/<int:pk>/settle/", flag.flag_settle, name="flag_settle"),
    path("clubs/<slug:slug>/matches/<int:pk>/pad/typing/", pad.typing, name="pad_typing"),
]
