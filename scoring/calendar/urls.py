from django.urls import path

from . import views

urlpatterns = [
    path("clubs/<slug:slug>/calendar/", views.club_calendar, name="club_calendar"),
    path("clubs/<slug:slug>/calendar/address/", views.calendar_address, name="calendar_address"),
]
