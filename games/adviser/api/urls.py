from django.urls import path

from . import advice, hints

urlpatterns = [
    path("online-tables/<int:pk>/advice", advice.TableAdvice.as_view()),
    path("hints", hints.PrintedHints.as_view()),
]
