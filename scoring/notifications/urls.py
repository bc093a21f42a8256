from django.urls import path

from . import views

ONE = "account/notifications/devices/<int:pk>"
urlpatterns = [
    path("account/notifications/", views.notifications, name="notifications"),
    path("account/notifications/devices/", views.device_on, name="notification_device"),
    path(f"{ONE}/remove/", views.remove, name="notification_device_remove"),
    path(f"{ONE}/test/", views.test, name="notification_device_test"),
]
