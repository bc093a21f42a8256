from django.urls import path

from .views import accounts, members

urlpatterns = [
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts/",
        accounts.evening_accounts,
        name="evening_accounts",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/accounts.csv",
        accounts.evening_accounts_csv,
        name="evening_accounts_csv",
    ),
    path("clubs/<slug:slug>/accounts/", accounts.accounts, name="accounts"),
    path("clubs/<slug:slug>/accounts/settle/", accounts.settle, name="settle"),
    path("clubs/<slug:slug>/settlements/<int:pk>/", accounts.settlement, name="settlement"),
    path(
        "clubs/<slug:slug>/settlements/<int:pk>/accounts.csv",
        accounts.settlement_csv,
        name="settlement_csv",
    ),
    path("clubs/<slug:slug>/payments/<int:pk>/", accounts.payment, name="payment_mark"),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement/",
        members.statement,
        name="statement",
    ),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement.csv",
        members.statement_csv,
        name="statement_csv",
    ),
    path(
        "clubs/<slug:slug>/players/<int:pk>/statement/letter/",
        members.statement_letter,
        name="statement_letter",
    ),
    path("clubs/<slug:slug>/settings/limits/", members.club_limits, name="club_limits"),
    path("clubs/<slug:slug>/me/limits/", members.own_limits, name="own_limits"),
]
