from django.urls import path

from . import views

urlpatterns = [
    path("verify/", views.page, name="verify"),
    path("verify/verify.py", views.program, name="verify_program"),
    path("verify/verify.html", views.saved, name="verify_saved"),
]
