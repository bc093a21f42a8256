from django.urls import path

from . import views
from .api.events import live_events

urlpatterns = [
    path("live/league/", live_events, name="live_events"),
    path("clubs/<slug:slug>/committee/hooks/", views.hook_list, name="hooks"),
    path("clubs/<slug:slug>/committee/hooks/<int:pk>/", views.hook, name="hook"),
    path("clubs/<slug:slug>/committee/hooks/<int:pk>/log.csv", views.hook_csv, name="hook_csv"),
    path("clubs/<slug:slug>/committee/hooks/<int:pk>/test/", views.hook_test, name="hook_test"),
    path(
        "clubs/<slug:slug>/committee/hooks/<int:pk>/switch/", views.hook_switch, name="hook_switch"
    ),
    path(
        "clubs/<slug:slug>/committee/hooks/<int:pk>/replay/", views.hook_replay, name="hook_replay"
    ),
    path(
        "clubs/<slug:slug>/committee/hooks/<int:pk>/delete/", views.hook_delete, name="hook_delete"
    ),
]
