from django.apps import AppConfig


class CalendarConfig(AppConfig):
    name = "scoring.calendar"
