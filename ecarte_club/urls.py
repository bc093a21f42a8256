"""Where everything is found."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from ecarte_club.clubs.views import account, single_sign_on
from ecarte_club.clubs.views.common import language_choose
from ecarte_club.core import problems
from ecarte_club.core.api import SchemaView

API = (
    "ecarte_club.clubs.api.urls",
    "games.evenings.api.urls",
    "games.matches.api.urls",
    "games.sheets.api",
    "games.laws.api",
    "games.online.api.urls",
    "games.adviser.api.urls",
    "games.practice.api",
    "scoring.leagues.api.urls",
    "scoring.ledger.api.views",
    "scoring.contests.api.views",
    "scoring.tournaments.api.urls",
    "scoring.calendar.api",
    "scoring.ratings.api",
    "scoring.webhooks.api.urls",
    "scoring.notifications.api",
    "scoring.archive.api",
)
PAGES = (
    "ecarte_club.clubs.urls",
    "games.evenings.urls",
    "games.matches.urls",
    "games.sheets.urls",
    "games.laws.urls",
    "games.verify.urls",
    "games.online.urls",
    "games.adviser.urls",
    "games.practice.urls",
    "scoring.leagues.urls",
    "scoring.ledger.urls",
    "scoring.contests.urls",
    "scoring.tournaments.urls",
    "scoring.calendar.urls",
    "scoring.ratings.urls",
    "scoring.webhooks.urls",
    "scoring.notifications.urls",
    "scoring.archive.urls",
)

# Pages of the library that are not there on a site without passwords.
NO_PASSWORDS = (
    []
    if settings.PASSWORD_SIGN_IN
    else [re_path(r"^account/password/", single_sign_on.passwords_off)]
)

urlpatterns = [
    path("api/v1/", include([path("", include(module)) for module in API])),
    path("api/schema", SchemaView.as_view(), name="api_schema"),
    re_path(r"^api/v1/.*$", problems.not_found),
    path("i18n/setlang/", language_choose, name="set_language"),
    # Before the library's own, which keeps a list of addresses that nobody here needs.
    path("account/email/", account.email, name="account_email"),
    path("account/sso/<str:provider_id>/login/", single_sign_on.login, name="openid_connect_login"),
    path(
        "account/sso/<str:provider_id>/login/callback/",
        single_sign_on.callback,
        name="openid_connect_callback",
    ),
    *NO_PASSWORDS,
    path("account/", include("allauth.account.urls")),
    path("account/2fa/totp/activate/", account.SecondFactor.as_view(), name="mfa_activate_totp"),
    path("account/2fa/", include("allauth.mfa.urls")),
    # For those who run the site; no page leads there.
    path("admin/", admin.site.urls),
    *(path("", include(module)) for module in PAGES),
    path("cells/", include("scoring.cells.urls")),
    *([path("", include("allauth.idp.urls"))] if settings.OIDC_PROVIDER else []),
]

handler404 = "ecarte_club.clubs.views.common.not_found"
handler500 = "ecarte_club.clubs.views.broken.server_error"
handler400 = "ecarte_club.clubs.views.common.bad_request"
handler429 = "ecarte_club.clubs.views.common.too_many_requests"
handler403 = "ecarte_club.clubs.views.common.denied"
