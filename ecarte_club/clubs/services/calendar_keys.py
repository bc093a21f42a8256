"""Keys for calendar programs, which know nothing but an address: good for feeds, and no session.

A key says whose it is, and proves it by the site's own key and a number that he moves: it is kept
nowhere, and with the next number all that were given before are good for nothing.
"""

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.parsing import whole

PARAMETER = "key"


def key_of(user_id: int, number: int) -> str:
    made = salted_hmac("calendar", f"{user_id}:{number}", algorithm="sha256")
    return f"{user_id}-{made.hexdigest()}"


def holder(key: str) -> User | None:
    """Whose key it is, as long as it is good and he may sign in."""
    user = User.objects.filter(pk=whole(key.partition("-")[0]) or 0, is_active=True).first()
    if user is None or not constant_time_compare(key, key_of(user.pk, user.calendar_number)):
        return None
    return user


class CalendarAuthentication(BaseAuthentication):
    """`?key=…`. For views that only read, and only what a calendar shows."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        key = request.query_params.get(PARAMETER)
        if key is None:
            return None
        user = holder(key)
        if user is None:
            text = _("This calendar address has expired. The new one is on the club’s calendar.")
            raise AuthenticationFailed(text)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class CalendarScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = CalendarAuthentication
    name = "calendar"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "query",
            "name": PARAMETER,
            "description": "In the addresses that `clubs/{slug}/me/calendar` gives, nowhere else.",
        }


def key_for(person: Person) -> str:
    """For the links of a page, if it is one of the club's people who looks at it; else empty."""
    if not person.may(Act.CHOOSE_OWN):
        return ""
    found = User.objects.filter(pk=person.user_id or 0).values_list("calendar_number", flat=True)
    return next((key_of(person.user_id or 0, number) for number in found), "")
