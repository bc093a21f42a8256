"""/api/v1/: archives of a club."""

from typing import Any, cast

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.core.api import (
    FileView,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    View,
    require_sign_in,
)

from . import selectors, services
from .models import Archive

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
STATES = Archive.State.values


class ArchiveOut(serializers.Serializer[Any]):
    """`done` of `total` rows; both 0 before it begins. `size` in bytes and `sha256` once made."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    size = serializers.IntegerField(allow_null=True)
    sha256 = serializers.CharField(allow_null=True)
    by = serializers.CharField(allow_null=True)
    asked_at = serializers.DateTimeField()
    made_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField()


class ArchiveIn(StrictSerializer):
    """`days`: for how long the file is kept."""

    days = StrictInteger(min_value=1, max_value=services.DAYS_MOST)


class ArchiveDeleteIn(StrictSerializer):
    """`state`: as it was seen, so that nothing else is deleted."""

    state = StrictChoice(choices=STATES)


class ArchiveDeleted(serializers.Serializer[Any]):
    id = serializers.IntegerField()


def _out(one: Archive) -> Any:
    made = one.state == Archive.State.MADE
    progress = services.progress(one)
    plain = {
        "id": one.pk,
        "state": services.state_of(one).value,
        "done": progress.done,
        "total": progress.of,
        "size": one.size if made else None,
        "sha256": one.digest if made else None,
        "by": str(one.by) if one.by else None,
        "asked_at": one.asked_at,
        "made_at": one.made_at,
        "expires_at": one.expires_at,
    }
    return ArchiveOut(plain).data


@extend_schema(parameters=[SLUG])
class ArchiveList(ListAPIView[Archive], View):
    serializer_class = ArchiveOut

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A club's archives that are still kept, the newest first."""
        _club, person = club_of(request, kwargs["slug"])
        page = self.paginate_queryset(selectors.archives(person))
        return self.get_paginated_response([_out(one) for one in page or ()])

    @extend_schema(request=ArchiveIn, responses={202: ArchiveOut})
    def post(self, request: Request, slug: str) -> Response:
        """Have everything the club has made into one zip. It takes a while: look again at
        `archives/{id}` until its `state` is `made`. While one is being made, that is the answer."""
        _club, person = club_of(request, slug)
        days = self.validated(ArchiveIn)["days"]
        return self.write(request, lambda: _out(services.archive_ask(by=person, days=days)), 202)


class ArchiveDetail(View):
    @extend_schema(responses=ArchiveOut)
    def get(self, request: Request, pk: int) -> Response:
        """How it stands."""
        return Response(_out(selectors.archive(actor_of(request), pk)[0]))


class ArchiveFile(FileView):
    @extend_schema(responses={(200, selectors.MEDIA_TYPE): OpenApiTypes.BINARY})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The zip. That it was taken is noted in the club's log."""
        one, person = selectors.archive(actor_of(request), pk)
        file = services.file_of(one)
        if request.method == "GET":
            services.archive_take(by=person, archive=one)
        return cast(HttpResponse, selectors.sent(request._request, one, file))


class ArchiveDeleting(View):
    @extend_schema(request=ArchiveDeleteIn, responses=ArchiveDeleted)
    def post(self, request: Request, pk: int) -> Response:
        """Delete the file. The club stays, and so do copies that were taken."""
        require_sign_in(request)
        state = self.validated(ArchiveDeleteIn)["state"]

        def delete() -> dict[str, int]:
            """Looked for in here: a repeated write finds it gone."""
            one, person = selectors.archive(actor_of(request), pk)
            services.archive_delete(by=person, archive=one, state=state)
            return {"id": pk}

        return self.write(request, delete, 200)


urlpatterns = [
    path("clubs/<slug:slug>/archives", ArchiveList.as_view()),
    path("archives/<int:pk>", ArchiveDetail.as_view()),
    path("archives/<int:pk>/file", ArchiveFile.as_view()),
    path("archives/<int:pk>/delete", ArchiveDeleting.as_view()),
]
