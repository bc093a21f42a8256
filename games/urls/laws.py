from django.urls import path

from games.views import ruling

urlpatterns = [
    path("clubs/<slug:slug>/matches/<int:pk>/ruling/", ruling.ruling, name="ruling"),
]
