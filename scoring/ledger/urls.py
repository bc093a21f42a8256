from django.urls import path

from .views import evening, limits, periods, statement

urlpatterns = [
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts/",
        evening.evening_accounts,
        name="evening_accounts",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts.csv",
        evening.evening_accounts_csv,
        name="evening_accounts_csv",
    ),
    path("clubs/<slug:slug>/accounts/", periods.accounts, name="accounts"),
    path("clubs/<slug:slug>/accounts/settle/", periods.settle, name="settle"),
    path("clubs/<slug:slug>/settlements/<int:pk>/", periods.settlement, name="settlement"),
    path(
        "clubs/<slug:slug>/settlements/<int:pk>/accounts.csv",
        periods.settlement_csv,
        name="settlement_csv",
    ),
    path("clubs/<slug:slug>/payments/<int:pk>/", periods.payment, name="payment_mark"),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement/",
        statement.statement,
        name="statement",
    ),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement.csv",
        statement.statement_csv,
        name="statement_csv",
    ),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement/letter/",
        statement.statement_letter,
        name="statement_letter",
    ),
    path("clubs/<slug:slug>/settings/limits/", limits.club_limits, name="club_limits"),
    path("clubs/<slug:slug>/me/limits/", limits.own_limits, name="own_limits"),
]
