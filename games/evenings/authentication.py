"""Phones that a table's code let in: which one asks, as long as its code is good."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ecarte_club.clubs.authentication import digest
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import TooOften
from ecarte_club.core.throttling import give_back, wait, within_rate

from .models import Phone, Table
from .services.phones import table_of_code

SESSION_KEY = "phone"
# Wrong codes a minute: of one address, and of the whole site.
GUESSES, GUESSES_OF_ALL = 10, 300


def _phones() -> QuerySet[Phone]:
    """Whose code was not renewed, and whose evening is not signed off."""
    return (
        Phone.objects.select_related("table__evening__club", "player")
        .filter(table__evening__signed_off_at=None, code_number=F("table__code_number"))
        .order_by()
    )


_by_pk = Composed(lambda pk: _phones().filter(pk=pk), pk=int)
_by_digest = Composed(lambda digest: _phones().filter(digest=digest), digest=str)


def _tonight(phone: Phone | None) -> Phone | None:
    """None once its night is over."""
    return phone if phone and phone.table.evening.codes_until > timezone.now() else None


def good(pk: int) -> Phone | None:
    """The phone, unless its code was renewed, its evening signed off, or its night is over."""
    return _tonight(_by_pk.first(pk=pk))


def table_tried(code: str, address: str) -> Table:
    """The table of a code that somebody typed. Only wrong ones are counted.

    Raises: TooOften, whether it is right or not; Invalid.
    """
    counters = {f"codes:{address}": GUESSES, "codes": GUESSES_OF_ALL}
    if not all(within_rate(name, most) for name, most in counters.items()):
        text = _("Too many wrong codes were tried. Wait a minute, then type yours again.")
        raise TooOften(text, wait=wait())
    table = table_of_code(code)
    for name in counters:
        give_back(name)
    return table


def phone_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Puts `phone` on the request of a browser that opened a table by its code.

    `phone_ended`: it did so, but the code is no longer good; `evening_over`: as the evening is
    signed off, so that there is no other code to ask for.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request.phone = None  # type: ignore[attr-defined]  # set for views
        if pk := request.session.get(SESSION_KEY):
            phone = good(pk)
            request.phone, request.phone_ended = phone, phone is None  # type: ignore[attr-defined]  # set for views
            request.evening_over = phone is None and _is_evening_over(pk)  # type: ignore[attr-defined]
        return get_response(request)

    return middleware


def _is_evening_over(pk: int) -> bool:
    return Phone.objects.filter(pk=pk, table__evening__signed_off_at__isnull=False).exists()


class PhoneAuthentication(BaseAuthentication):
    """`Authorization: Table SECRET`, as given for a table's code."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Phone] | None:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "table":
            return None
        phone = _tonight(_by_digest.first(digest=digest(secret.strip())))
        if phone is None:
            raise AuthenticationFailed(
                _("The table code has expired. Ask the director for the new one.")
            )
        return AnonymousUser(), phone

    def authenticate_header(self, request: Request) -> str:
        return "Table"


class PhoneScheme(OpenApiAuthenticationExtension):
    target_class = PhoneAuthentication
    name = "table"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Table SECRET`, given by POST /api/v1/table-codes for a table's code.",
        }
