from datetime import date

from django.urls import path, register_converter

from . import views


class DayConverter:
    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/play/", views.play, name="practice_play"),
    path("learn/problem/", views.problem, name="problem"),
    path("learn/problem/<day:day>/", views.problem, name="problem_of_day"),
    path("learn/problem/<day:day>/choice/", views.problem_choice, name="problem_choice"),
    path("learn/lessons/<slug:name>/", views.lesson, name="lesson"),
]
