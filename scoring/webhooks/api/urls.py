from django.urls import path

from . import views
from .events import LeagueEvents

urlpatterns = [
    path("leagues/<int:pk>/events", LeagueEvents.as_view()),
    path("hook-kinds", views.HookKindList.as_view()),
    path("clubs/<slug:slug>/hooks", views.HookList.as_view()),
    path("hooks/<int:pk>", views.HookDetail.as_view()),
    path("hooks/<int:pk>/delete", views.HookDeleting.as_view()),
    path("hooks/<int:pk>/test", views.HookTest.as_view()),
    path("hooks/<int:pk>/deliveries", views.DeliveryList.as_view()),
    path("hooks/<int:pk>/deliveries.csv", views.DeliveryTable.as_view()),
    path("hooks/<int:pk>/replay/preview", views.ReplayPreview.as_view()),
    path("hooks/<int:pk>/replay", views.ReplayAsk.as_view()),
]
