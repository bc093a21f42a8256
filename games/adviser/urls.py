from django.urls import path

from . import views

urlpatterns = [path("hints/", views.hints, name="hints")]
