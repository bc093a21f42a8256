"""/api/v1/: webhooks and the log of their attempts."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from scoring.webhooks import messages, selectors
from scoring.webhooks.labels import EVENTS
from scoring.webhooks.models import Delivery, Subscription
from scoring.webhooks.services import subscriptions
from scoring.webhooks.services.subscriptions import Hook

from .serializers import (
    STATES,
    DeliveryOut,
    HookChangeIn,
    HookDeleted,
    HookIn,
    HookKindOut,
    HookMade,
    HookOut,
    ReplayIn,
    ReplayOut,
    VersionIn,
)

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
YES_OR_NO = {"yes": True, "no": False, "": False}
LOG = [
    OpenApiParameter("state", OpenApiTypes.STR, enum=STATES),
    OpenApiParameter("number", OpenApiTypes.INT),
]
REPLAY = [
    OpenApiParameter("number", OpenApiTypes.INT, required=True),
    OpenApiParameter("only", OpenApiTypes.STR, enum=["yes", "no"]),
]


class HookKindList(View):
    @extend_schema(responses=HookKindOut(many=True))
    def get(self, request: Request) -> Response:
        """List the kinds of events."""
        return Response([{"kind": kind, "description": str(EVENTS[kind])} for kind in EVENTS])


@extend_schema(parameters=[SLUG])
class HookList(ListAPIView[Subscription], View):
    serializer_class = HookOut

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the webhooks of a club, the newest first."""
        _club, person = club_of(request, kwargs["slug"])
        page = self.paginate_queryset(selectors.hooks(person))
        return self.get_paginated_response(HookOut(page or (), many=True).data)

    @extend_schema(request=HookIn, responses={201: HookMade})
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook: an address that receives events from now on.

        Messages are signed as Standard Webhooks 1.0.0 says: `Webhook-Id`, `Webhook-Timestamp` and
        `Webhook-Signature`. The stored answer has no secret: it is made again from the site's key
        when the write is repeated.
        """
        _club, person = club_of(request, slug)
        given = self.validated(HookIn)
        hook = Hook(given["url"], tuple(given.get("kinds", ())), given.get("league"))
        answer = self.write(
            request, lambda: HookOut(subscriptions.hook_make(by=person, hook=hook)).data
        )
        made = Subscription.objects.filter(pk=answer.data["id"]).first()
        answer.data = {**answer.data, "secret": messages.secret_of(made) if made else ""}
        return answer


class HookDetail(View):
    @extend_schema(responses=HookOut)
    def get(self, request: Request, pk: int) -> Response:
        """Show a webhook, without its secret."""
        return Response(HookOut(selectors.hook(actor_of(request), pk)[0]).data)

    @extend_schema(request=HookChangeIn, responses=HookOut)
    def post(self, request: Request, pk: int) -> Response:
        """Change a webhook, or switch it off or on.

        Switched on again, it receives all that it missed.
        """
        require_sign_in(request)
        one, person = selectors.hook(actor_of(request), pk)
        given = self.validated(HookChangeIn)
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
            lambda: HookOut(subscriptions.hook_change(by=person, subscription=one, **changed)).data,
            200,
        )


class HookDeleting(View):
    @extend_schema(request=VersionIn, responses=HookDeleted)
    def post(self, request: Request, pk: int) -> Response:
        """Delete a webhook and its log."""
        require_sign_in(request)
        version = self.validated(VersionIn)["version"]

        def delete() -> dict[str, int]:
            """Read inside: a repeated write finds it gone."""
            one, person = selectors.hook(actor_of(request), pk)
            subscriptions.hook_delete(by=person, subscription=one, version=version)
            return {"id": pk}

        return self.write(request, delete, 200)


class HookTest(View):
    @extend_schema(request=VersionIn, responses={202: DeliveryOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send a test once; the log says how it went."""
        require_sign_in(request)
        one, person = selectors.hook(actor_of(request), pk)
        version = self.validated(VersionIn)["version"]

        def act() -> Any:
            delivery = subscriptions.hook_try(by=person, subscription=one, version=version)
            return DeliveryOut(delivery).data

        return self.write(request, act, 202)


class DeliveryList(ListAPIView[Delivery], View):
    serializer_class = DeliveryOut

    @extend_schema(parameters=LOG)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the attempts of a webhook, the newest first."""
        one, _person = selectors.hook(actor_of(request), kwargs["pk"])
        page = self.paginate_queryset(selectors.deliveries(one, request.query_params))
        return self.get_paginated_response(DeliveryOut(page or (), many=True).data)


class DeliveryTable(FileView):
    @extend_schema(parameters=LOG, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Export the attempts of a webhook as CSV."""
        one, _person = selectors.hook(actor_of(request), pk)
        found = selectors.deliveries(one, request.query_params)
        return csv_files.download(f"webhook-{pk}.csv", selectors.csv_table(found))


class ReplayPreview(View):
    @extend_schema(parameters=REPLAY, responses=ReplayOut)
    def get(self, request: Request, pk: int) -> Response:
        """Preview what would be sent again."""
        one, person = selectors.hook(actor_of(request), pk)
        require(person, Act.RUN_HOOKS)
        number = selectors.number_of(request.query_params.get("number", ""))
        only = request.query_params.get("only", "")
        if only not in YES_OR_NO:
            text = _("Must be one of: %(allowed)s.") % {"allowed": "yes, no"}
            raise Invalid("invalid", text, field="only")
        foreseen = subscriptions.replay_foreseen(one, number, only=YES_OR_NO[only])
        return Response(ReplayOut(foreseen).data)


class ReplayAsk(View):
    @extend_schema(request=ReplayIn, responses={202: HookOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send one message again, or all from it on, in order.

        `Webhook-Id` stays the same; `Webhook-Attempt` says that it is a repeat.
        """
        require_sign_in(request)
        one, person = selectors.hook(actor_of(request), pk)
        given = self.validated(ReplayIn)
        asked = {
            "number": given["number"],
            "only": given.get("only", False),
            "version": given["version"],
        }
        return self.write(
            request,
            lambda: HookOut(subscriptions.hook_replay(by=person, subscription=one, **asked)).data,
            202,
        )
