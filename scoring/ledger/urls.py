from django.urls import path

from .views import accounts as views
from .views import cash

urlpatterns = [
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts/",
        views.evening_accounts,
        name="evening_accounts",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts.csv",
        views.evening_accounts_csv,
        name="evening_accounts_csv",
    ),
    path("clubs/<slug:slug>/evenings/<int:pk>/accounts/payments/", cash.cash, name="evening_cash"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts/payments/settle/<int:player>/",
        cash.cash_settle,
        name="cash_settle",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts/payments/<int:posting>/undo/",
        cash.cash_undo,
        name="cash_undo",
    ),
    path("clubs/<slug:slug>/accounts/", views.accounts, name="accounts"),
    path("clubs/<slug:slug>/accounts/settle/", views.settle, name="settle"),
    path("clubs/<slug:slug>/settlements/<int:pk>/", views.settlement, name="settlement"),
    path(
        "clubs/<slug:slug>/settlements/<int:pk>/accounts.csv",
        views.settlement_csv,
        name="settlement_csv",
    ),
    path("clubs/<slug:slug>/payments/<int:pk>/", views.payment, name="payment_mark"),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement/",
        views.statement,
        name="statement",
    ),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement.csv",
        views.statement_csv,
        name="statement_csv",
    ),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement/letter/",
        views.statement_letter,
        name="statement_letter",
    ),
    path("clubs/<slug:slug>/settings/limits/", views.club_limits, name="club_limits"),
    path("clubs/<slug:slug>/me/limits/", views.own_limits, name="own_limits"),
]
