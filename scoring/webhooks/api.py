"""/api/v1/: webhooks, and the log of what they were told."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.http_client import URL_MOST
from ecarte_club.core.negotiation import AnyAccepted

from . import messages, selectors
from .kinds import KINDS, TEST, TOLD
from .league_events import LeagueEvents
from .models import Delivery, Subscription
from .services import subscriptions
from .services.subscriptions import Hook

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
TOLD_KINDS = [*KINDS, TEST]
STATES = Delivery.State.values
YES_OR_NO = {"yes": True, "no": False, "": False}
LOG = [
    OpenApiParameter("state", OpenApiTypes.STR, enum=STATES),
    OpenApiParameter("number", OpenApiTypes.INT),
]
REPLAY = [
    OpenApiParameter("number", OpenApiTypes.INT, required=True),
    OpenApiParameter("only", OpenApiTypes.STR, enum=["yes", "no"]),
]


class HookKindOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    description = serializers.CharField()


class HookOut(serializers.Serializer[Any]):
    """`kinds`: none means all. `off`: why nothing is sent; null while it is on. `cursor`: the
    number up to which everything was told; `waiting`: how many are still to be."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=KINDS))
    league = serializers.IntegerField(allow_null=True)
    active = serializers.BooleanField()
    off = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField()
    cursor = serializers.IntegerField()
    waiting = serializers.IntegerField()
    failures = serializers.IntegerField()
    next_try_at = serializers.DateTimeField(allow_null=True)


class HookMade(HookOut):
    """`secret`: what messages are signed with. It is shown here and never again."""

    secret = serializers.CharField()


class DeliveryOut(serializers.Serializer[Any]):
    """`number` is null for a test. `fault`: why it did not arrive, empty when it did."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(choices=TOLD_KINDS)
    attempt = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    by_hand = serializers.BooleanField()
    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True)
    fault = serializers.CharField(allow_blank=True)
    took_ms = serializers.IntegerField(allow_null=True)
    excerpt = serializers.CharField(allow_blank=True)
    next_try_at = serializers.DateTimeField(allow_null=True)


class ReplayOut(serializers.Serializer[Any]):
    """`count`: how many would be sent; `known`: how many of them were tried before."""

    number = serializers.IntegerField()
    only = serializers.BooleanField()
    count = serializers.IntegerField()
    known = serializers.IntegerField()


class HookIn(StrictSerializer):
    url = StrictText(max_length=URL_MOST)
    kinds = serializers.ListField(
        child=StrictChoice(choices=KINDS), required=False, max_length=len(KINDS)
    )
    league = StrictInteger(
        min_value=1, max_value=selectors.ID_MOST, required=False, allow_null=True
    )


class HookChangeIn(HookIn):
    """What is left out stays."""

    version = StrictInteger(min_value=0, max_value=2**31 - 1)
    url = StrictText(max_length=URL_MOST, required=False)
    active = StrictBoolean(required=False)


class VersionIn(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=2**31 - 1)


class ReplayIn(VersionIn):
    """`only`: this number alone; else all from it on."""

    number = StrictInteger(min_value=1, max_value=selectors.ID_MOST)
    only = StrictBoolean(required=False)


class HookDeleted(serializers.Serializer[Any]):
    id = serializers.IntegerField()


def hook_plain(one: Subscription) -> dict[str, Any]:
    return {
        "id": one.pk,
        "url": one.url,
        "kinds": one.kinds,
        "league": one.league_id,
        "active": one.active,
        "off": one.off or None,
        "version": one.version,
        "created_at": one.created_at,
        "created_by": str(one.created_by),
        "cursor": one.cursor,
        "waiting": subscriptions.waiting(one),
        "failures": one.failures,
        "next_try_at": one.next_try_at,
    }


def _out(one: Subscription) -> Any:
    return HookOut(hook_plain(one)).data


class HookKindList(View):
    @extend_schema(responses=HookKindOut(many=True))
    def get(self, request: Request) -> Response:
        """What webhooks and the events of a league tell of."""
        return Response([{"kind": kind, "description": str(TOLD[kind])} for kind in TOLD])


@extend_schema(parameters=[SLUG])
class HookList(ListAPIView[Subscription], View):
    serializer_class = HookOut

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A club's webhooks, the newest first."""
        _club, person = club_of(request, kwargs["slug"])
        page = self.paginate_queryset(selectors.hooks(person))
        return self.get_paginated_response([_out(one) for one in page or ()])

    @extend_schema(request=HookIn, responses={201: HookMade})
    def post(self, request: Request, slug: str) -> Response:
        """Have an address told of what happens from now on.

        Messages are signed as Standard Webhooks 1.0.0 says: `Webhook-Id`, `Webhook-Timestamp` and
        `Webhook-Signature`. The secret is not in what is kept of the answer: it is made again from
        the site's key when a write is repeated.
        """
        _club, person = club_of(request, slug)
        given = self.given(HookIn)
        hook = Hook(given["url"], tuple(given.get("kinds", ())), given.get("league"))
        answer = self.write(request, lambda: _out(subscriptions.hook_make(by=person, hook=hook)))
        made = Subscription.objects.filter(pk=answer.data["id"]).first()
        answer.data = {**answer.data, "secret": messages.secret_of(made) if made else ""}
        return answer


class HookDetail(View):
    @extend_schema(responses=HookOut)
    def get(self, request: Request, pk: int) -> Response:
        """One webhook, and how it stands with it; never its secret."""
        return Response(_out(selectors.hook(actor_of(request), pk)[0]))

    @extend_schema(request=HookChangeIn, responses=HookOut)
    def post(self, request: Request, pk: int) -> Response:
        """Change it, or switch it off or on: on again, it is told all that it missed."""
        require_sign_in(request)
        one, person = selectors.hook(actor_of(request), pk)
        given = self.given(HookChangeIn)
        hook = Hook(
            given.get("url", one.url),
            tuple(given.get("kinds", one.kinds)),
            given.get("league", one.league_id),
        )
        changed = {
            "version": given["version"],
            "hook": hook,
            "on": given.get("active", one.active),
        }
        return self.write(
            request,
            lambda: _out(subscriptions.hook_change(by=person, subscription=one, **changed)),
            200,
        )


class HookDeleting(View):
    @extend_schema(request=VersionIn, responses=HookDeleted)
    def post(self, request: Request, pk: int) -> Response:
        """Delete it, with its log."""
        require_sign_in(request)
        version = self.given(VersionIn)["version"]

        def delete() -> dict[str, int]:
            """Looked for in here: a repeated write finds it gone."""
            one, person = selectors.hook(actor_of(request), pk)
            subscriptions.hook_delete(by=person, subscription=one, version=version)
            return {"id": pk}

        return self.write(request, delete, 200)


class HookTest(View):
    @extend_schema(request=VersionIn, responses={202: DeliveryOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send a test, once; the log says how it went."""
        require_sign_in(request)
        one, person = selectors.hook(actor_of(request), pk)
        version = self.given(VersionIn)["version"]

        def act() -> Any:
            made = subscriptions.hook_try(by=person, subscription=one, version=version)
            return DeliveryOut(selectors.plain(made)).data

        return self.write(request, act, 202)


class DeliveryList(ListAPIView[Delivery], View):
    serializer_class = DeliveryOut

    @extend_schema(parameters=LOG)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The log of a webhook, the newest first."""
        one, _person = selectors.hook(actor_of(request), kwargs["pk"])
        page = self.paginate_queryset(selectors.deliveries(one, request.query_params))
        plain = [selectors.plain(delivery) for delivery in page or ()]
        return self.get_paginated_response(DeliveryOut(plain, many=True).data)


class DeliveryTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=LOG, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, as a table for a spreadsheet."""
        one, _person = selectors.hook(actor_of(request), pk)
        found = selectors.deliveries(one, request.query_params)
        return csv_files.download(f"webhook-{pk}.csv", selectors.csv_table(found))


class ReplayPreview(View):
    @extend_schema(parameters=REPLAY, responses=ReplayOut)
    def get(self, request: Request, pk: int) -> Response:
        """What would be sent again."""
        one, person = selectors.hook(actor_of(request), pk)
        require(person, Act.RUN_HOOKS)
        number = selectors.number_of(request.query_params.get("number", ""))
        only = request.query_params.get("only", "")
        if only not in YES_OR_NO:
            text = _("Must be one of: %(allowed)s.") % {"allowed": "yes, no"}
            raise Invalid("invalid", text, errors={"only": text})
        foreseen = subscriptions.replay_foreseen(one, number, only=YES_OR_NO[only])
        return Response(ReplayOut(foreseen).data)


class ReplayAsk(View):
    @extend_schema(request=ReplayIn, responses={202: HookOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send one again, or all from one on, in order. `Webhook-Id` stays, and
        `Webhook-Attempt` says that it comes again."""
        require_sign_in(request)
        one, person = selectors.hook(actor_of(request), pk)
        given = self.given(ReplayIn)
        asked = {
            "number": given["number"],
            "only": given.get("only", False),
            "version": given["version"],
        }
        return self.write(
            request,
            lambda: _out(subscriptions.hook_replay(by=person, subscription=one, **asked)),
            202,
        )


urlpatterns = [
    path("leagues/<int:pk>/events", LeagueEvents.as_view()),
    path("hook-kinds", HookKindList.as_view()),
    path("clubs/<slug:slug>/hooks", HookList.as_view()),
    path("hooks/<int:pk>", HookDetail.as_view()),
    path("hooks/<int:pk>/delete", HookDeleting.as_view()),
    path("hooks/<int:pk>/test", HookTest.as_view()),
    path("hooks/<int:pk>/deliveries", DeliveryList.as_view()),
    path("hooks/<int:pk>/deliveries.csv", DeliveryTable.as_view()),
    path("hooks/<int:pk>/replay/preview", ReplayPreview.as_view()),
    path("hooks/<int:pk>/replay", ReplayAsk.as_view()),
]
