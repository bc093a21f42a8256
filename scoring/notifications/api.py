"""/api/v1/: which notifications an account gets, and on which of its devices.

Like the calendar and the sessions, they are asked for in a club that the account is of, and are the
same in all of them.
"""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import StrictBoolean, StrictSerializer, StrictText, View
from ecarte_club.core.exceptions import get_or_absent
from ecarte_club.core.http_client import URL_MOST
from games.online.api.serializers import EmptyIn

from . import selectors
from .encryption import site_key
from .models import Device
from .receivers import DEVICE
from .services import devices
from .views import test_limit

OFF = "Whether it is sent; not, until it is chosen."


class KindsOut(serializers.Serializer[Any]):
    """Kinds of notifications."""

    turn = serializers.BooleanField(help_text=f"It is your turn at a table online. {OFF}")
    table = serializers.BooleanField(
        help_text=f"A match of yours was started at a table of tonight, or a round drawn. {OFF}"
    )
    result = serializers.BooleanField(
        help_text=f"Your opponent or a scorer entered a result that you may confirm. {OFF}"
    )
    debt = serializers.BooleanField(help_text=f"You are to pay after a settlement. {OFF}")


class DeviceOut(serializers.Serializer[Any]):
    """A device that gets notifications. The address by which it is reached is shown nowhere."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="The browser and the system, or as a program named it.")
    added_at = serializers.DateTimeField()
    sent_at = serializers.DateTimeField(
        allow_null=True, help_text="When the latest notification was sent to it; null: none was."
    )
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="Since when its push service takes nothing; null: it does."
    )


class NotificationsOut(serializers.Serializer[Any]):
    kinds = KindsOut()
    devices = DeviceOut(many=True, help_text="Those that they are sent to.")
    public_key = serializers.CharField(
        help_text="The site's key, by which a device subscribes (applicationServerKey)."
    )


class NotificationKindsIn(StrictSerializer):
    """What is left out stays as it is."""

    turn = StrictBoolean(required=False, help_text="It is your turn at a table online.")
    table = StrictBoolean(required=False, help_text="Your next table or opponent.")
    result = StrictBoolean(required=False, help_text="A result to confirm.")
    debt = StrictBoolean(required=False, help_text="Something to pay.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            text = _("Choose at least one.")
            raise serializers.ValidationError({str(name): [text] for name in self.fields})
        return attrs


class DeviceIn(StrictSerializer):
    """A push subscription, as a browser or a program has it."""

    name = StrictText(max_length=devices.NAME_MOST, help_text="By which you know it again.")
    endpoint = StrictText(max_length=URL_MOST, help_text="Where its push service takes messages.")
    p256dh = StrictText(max_length=88, help_text="Its public key (P-256) in base64url.")
    auth = StrictText(max_length=24, help_text="Its secret of 16 bytes in base64url.")


class DeviceRemoved(serializers.Serializer[Any]):
    id = serializers.IntegerField()


class TestOut(serializers.Serializer[Any]):
    expires_at = serializers.DateTimeField(help_text="It is not sent any more after this.")


def _user(person: Person) -> User:
    """Raises: Denied."""
    require(person, Act.CHOOSE_OWN)
    return get_or_absent(User.objects.all(), person.user_id or 0)


def _out(user: User) -> Any:
    found = {
        "kinds": selectors.wanted_kinds(user),
        "devices": selectors.devices_of(user),
        "public_key": site_key(),
    }
    return NotificationsOut(found).data


class Notifications(View):
    @extend_schema(responses=NotificationsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get which notifications you chose, and the devices that get them."""
        _club, person = club_of(request, slug)
        return Response(_out(_user(person)))

    @extend_schema(request=NotificationKindsIn, responses={200: NotificationsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Choose which notifications you get."""
        _club, person = club_of(request, slug)
        kinds = self.validated(NotificationKindsIn)

        def act() -> Any:
            user = _user(person)
            devices.kinds_choose(user=user, kinds=kinds)
            return _out(user)

        return self.write(request, act, 200)


class NotificationDevices(View):
    @extend_schema(request=DeviceIn, responses={201: DeviceOut})
    def post(self, request: Request, slug: str) -> Response:
        """Add a device that gets your notifications; added again, it is the same one."""
        _club, person = club_of(request, slug)
        fields = self.validated(DeviceIn)

        def act() -> Any:
            device = devices.device_add(user=_user(person), **fields)
            if actor_of(request).token is None:
                request._request.session[DEVICE] = device.pk
            return DeviceOut(device).data

        return self.write(request, act, 201)


class NotificationDeviceRemove(View):
    @extend_schema(request=EmptyIn, responses={200: DeviceRemoved})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Remove a device, which gets no notifications from then on."""
        _club, person = club_of(request, slug)
        self.validated(EmptyIn)

        def act() -> Any:
            devices.device_remove(user=_user(person), device_id=pk)
            return DeviceRemoved(Device(pk=pk)).data

        return self.write(request, act, 200)


class NotificationDeviceTest(View):
    @extend_schema(request=EmptyIn, responses={202: TestOut})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send a test to a device."""
        _club, person = club_of(request, slug)
        self.validated(EmptyIn)

        def act() -> Any:
            user = _user(person)
            test_limit(user)
            return TestOut(devices.device_test(user=user, device_id=pk)).data

        return self.write(request, act, 202)


ONE = "clubs/<slug:slug>/me/notifications"
urlpatterns = [
    path(ONE, Notifications.as_view()),
    path(f"{ONE}/devices", NotificationDevices.as_view()),
    path(f"{ONE}/devices/<int:pk>/remove", NotificationDeviceRemove.as_view()),
    path(f"{ONE}/devices/<int:pk>/test", NotificationDeviceTest.as_view()),
]
