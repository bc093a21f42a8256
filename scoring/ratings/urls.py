from django.urls import path

from . import views

urlpatterns = [
    path("clubs/<slug:slug>/ratings/", views.ratings, name="ratings"),
    path("clubs/<slug:slug>/ratings/export.csv", views.ratings_csv, name="ratings_csv"),
    path("clubs/<slug:slug>/players/<int:pk>/rating/", views.player_rating, name="player_rating"),
]
