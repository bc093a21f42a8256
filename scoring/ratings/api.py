"""/api/v1/: ratings of a club, and how a player's came about."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.core import csv_files
from ecarte_club.core.api import View
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.pagination import SortedPages
from games.matches.api.corrections import player_of
from games.matches.api.serializers import NamedOut, Out

from .selectors import history, listing
from .selectors.figures import Rated
from .selectors.listing import SORTS, STATUS, SURE, Asked


def _hundredth(text: str) -> serializers.DecimalField:
    return serializers.DecimalField(4, 1, coerce_to_string=False, help_text=text)


class FiguresOut(Out):
    rating = _hundredth("Games won of a hundred against a player of the middle.")
    low = _hundredth("In 19 cases of 20 it is not lower.")
    high = _hundredth("Nor higher than this.")
    provisional = serializers.BooleanField(help_text="Too few games tell of it as yet.")


class RatingOut(FiguresOut):
    player = NamedOut()
    matches = serializers.IntegerField(help_text="Played to their end.")
    games = serializers.IntegerField()
    last_at = serializers.DateTimeField(help_text="When the last of them ended.")


class PlayerRatingOut(Out):
    player = NamedOut(help_text="Another id than asked for: the two were one.")
    rating = RatingOut(allow_null=True, help_text="null: no match was played to its end.")
    up_to_date = serializers.BooleanField(help_text="false: results are being taken in.")


class RatingPointOut(Out):
    match = serializers.IntegerField()
    ended_at = serializers.DateTimeField()
    adversary = NamedOut()
    won = serializers.IntegerField(help_text="Games.")
    lost = serializers.IntegerField()
    before = FiguresOut()
    after = FiguresOut()


def rating_plain(one: Rated) -> dict[str, Any]:
    return {
        "player": one.player,
        **_figures(one.figures),
        "matches": one.matches,
        "games": one.games,
        "last_at": one.last_at,
    }


def _figures(figures: Any) -> dict[str, Any]:
    return {name: getattr(figures, name) for name in ("rating", "low", "high", "provisional")}


LIST = [
    OpenApiParameter(
        "name", OpenApiTypes.STR, description="Part of the name; for the club's own people."
    ),
    OpenApiParameter("sure", OpenApiTypes.STR, enum=SURE, description="`no`: the provisional."),
    OpenApiParameter("status", OpenApiTypes.STR, enum=STATUS),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=[*SORTS, *(f"-{name}" for name in SORTS)]),
]


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RatingList(View):
    """The ratings of a club; strangers are told of its players what it and they allow."""

    pagination_class = SortedPages

    @extend_schema(parameters=LIST, responses=RatingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club, person = club_of(request, slug)
        found = listing.found(club, Asked.of(request.query_params, person))
        pages = SortedPages()
        shown = pages.paginate_queryset(found, request, self) or []
        plain = [rating_plain(one) for one in listing.rated(shown, club, person)]
        return pages.get_paginated_response(RatingOut(plain, many=True).data)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RatingTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All that the list finds, as a table for a spreadsheet."""
        club, person = club_of(request, slug)
        found = list(listing.found(club, Asked.of(request.query_params, person)))
        body = listing.ratings_csv(listing.rated(found, club, person))
        return csv_files.download(f"{club.slug}-ratings.csv", body)


class PlayerRating(View):
    @extend_schema(responses=PlayerRatingOut)
    def get(self, request: Request, pk: int) -> Response:
        """A player's rating as it stands, for people of his club."""
        player = player_of(request, pk)
        found = history.rating_of(player)
        plain = {
            "player": player,
            "rating": rating_plain(found) if found else None,
            "up_to_date": listing.is_brought(player.club),
        }
        return Response(PlayerRatingOut(plain).data)


class PlayerRatingHistory(View):
    """What each match made of a player's rating, the newest first."""

    pagination_class = SortedPages

    @extend_schema(responses=RatingPointOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        points = history.points_of(player_of(request, pk))
        pages = SortedPages()
        shown = history.told(pages.paginate_queryset(points, request, self) or [])
        return pages.get_paginated_response(RatingPointOut(shown, many=True).data)


urlpatterns = [
    path("clubs/<slug:slug>/ratings", RatingList.as_view()),
    path("clubs/<slug:slug>/ratings.csv", RatingTable.as_view()),
    path("players/<int:pk>/rating", PlayerRating.as_view()),
    path("players/<int:pk>/rating/history", PlayerRatingHistory.as_view()),
]
