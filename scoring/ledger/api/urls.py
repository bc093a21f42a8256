from django.urls import path

from . import views

urlpatterns = [
    path("evenings/<int:pk>/accounts", views.EveningAccounts.as_view()),
    path("evenings/<int:pk>/accounts.csv", views.EveningAccountsCsv.as_view()),
    path("clubs/<slug:slug>/books", views.BookList.as_view()),
    path("clubs/<slug:slug>/settlements", views.SettlementList.as_view()),
    path("clubs/<slug:slug>/settlements/preview", views.SettlePreview.as_view()),
    path("settlements/<int:pk>", views.SettlementDetail.as_view()),
    path("settlements/<int:pk>/accounts.csv", views.SettlementCsv.as_view()),
    path("payments/<int:pk>", views.PaymentMark.as_view()),
    path("players/<int:pk>/statement", views.Statement.as_view()),
    path("players/<int:pk>/statement.csv", views.StatementCsv.as_view()),
    path("players/<int:pk>/statement/letter", views.StatementLetter.as_view()),
    path("clubs/<slug:slug>/limits", views.ClubLimits.as_view()),
    path("clubs/<slug:slug>/me/limits", views.OwnLimits.as_view()),
]
