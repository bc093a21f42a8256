"""Where everything is found."""

from django.urls import include, path, re_path

from .clubs.views import account
from .wire import problems
from .wire.schema_view import SchemaView

api_v1 = [
    path("", include("ecarte_club.clubs.api.urls")),
    path("", include("games.api.urls")),
    path("", include("scoring.api_urls")),
]

urlpatterns = [
    path("api/v1/", include(api_v1)),
    path("api/schema", SchemaView.as_view(), name="api_schema"),
    re_path(r"^api/v1/.*$", problems.not_found),
    path("i18n/", include("django.conf.urls.i18n")),
    # Before the library's own, which keeps a list of addresses that nobody here needs.
    path("account/email/", account.email, name="account_email"),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("", include("ecarte_club.clubs.urls")),
    path("", include("games.urls")),
    path("", include("scoring.urls")),
]

handler404 = "ecarte_club.clubs.views.errors.not_found"
handler500 = "ecarte_club.clubs.views.errors.server_error"
handler403 = "ecarte_club.clubs.views.errors.denied"
