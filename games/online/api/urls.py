from django.urls import path

from . import views

urlpatterns = [
    path("clubs/<slug:slug>/online-tables", views.ClubTableList.as_view()),
    path("evenings/<int:pk>/online-tables", views.EveningTableList.as_view()),
    path("matches/<int:pk>/online-table", views.MatchTable.as_view()),
    path("online-tables/<int:pk>", views.TableDetail.as_view()),
    path("online-tables/<int:pk>/transcript", views.Transcript.as_view()),
    path("online-tables/<int:pk>/notation", views.Notation.as_view()),
    path("online-tables/<int:pk>/accept", views.Acceptance.as_view()),
    path("online-tables/<int:pk>/withdraw", views.Withdrawal.as_view()),
    path("online-tables/<int:pk>/chain", views.Chain.as_view()),
    path("online-tables/<int:pk>/links", views.Links.as_view()),
    path("online-tables/<int:pk>/acts", views.Acts.as_view()),
    path("online-tables/<int:pk>/phrases", views.Phrases.as_view()),
    path("online-tables/<int:pk>/pointing", views.Pointing.as_view()),
    path("online-tables/<int:pk>/claim", views.Claim.as_view()),
    path("online-tables/<int:pk>/close", views.Closing.as_view()),
    path("online-tables/<int:pk>/rematch", views.Rematch.as_view()),
    path("online-tables/<int:pk>/hand-annulment", views.HandAnnulment.as_view()),
    path("online-tables/<int:pk>/clock-stop", views.ClockStop.as_view()),
    path("online-tables/<int:pk>/clock-extension", views.ClockExtension.as_view()),
    path("online-tables/<int:pk>/adjudication", views.Adjudication.as_view()),
    path("online-tables/<int:pk>/adjudication/preview", views.AdjudicationPreview.as_view()),
]
