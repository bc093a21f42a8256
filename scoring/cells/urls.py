from django.urls import path

from . import views

urlpatterns = [
    path("check", views.check, name="cells_check"),
    path("directory", views.directory, name="cells_directory"),
    path("clubs", views.arrive, name="cells_arrive"),
    path("open", views.open_here, name="cells_open"),
]
