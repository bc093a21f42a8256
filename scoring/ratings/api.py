"""/api/v1/: the ratings of a club, and the history of a player's rating."""

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View
from ecarte_club.core.pagination import SortedPages
from games.matches.api.serializers.matches import NamedOut, Out
from games.matches.api.views import player_of

from .selectors import listing
from .selectors import listing as history
from .selectors.listing import SORTS, STATUS, SURE, Filters, Spread
from .selectors.robots import robot_ratings


def _hundredth(text: str, source: str | None = None) -> serializers.DecimalField:
    return serializers.DecimalField(4, 1, coerce_to_string=False, help_text=text, source=source)


RATING = "Games won out of 100 against an average new player."
LOW, HIGH = "In 19 cases out of 20 it is not lower.", "In 19 cases out of 20 it is not higher."
PROVISIONAL = "It rests on only a few games."


class FiguresOut(Out):
    rating = _hundredth(RATING)
    low = _hundredth(LOW)
    high = _hundredth(HIGH)
    provisional = serializers.BooleanField(help_text=PROVISIONAL)


class RatingOut(Out):
    rating = _hundredth(RATING, source="figures.rating")
    low = _hundredth(LOW, source="figures.low")
    high = _hundredth(HIGH, source="figures.high")
    provisional = serializers.BooleanField(source="figures.provisional", help_text=PROVISIONAL)
    player = NamedOut()
    matches = serializers.IntegerField(help_text="Finished matches.")
    games = serializers.IntegerField(help_text="Games of these matches.")
    last_at = serializers.DateTimeField(help_text="When the last of them ended.")


class SpreadOut(Out):
    low = _hundredth("Two of three players have a rating above this and below `high`.")
    high = _hundredth("The upper end of that range.")
    games_to_establish = serializers.IntegerField(
        help_text="Games after which a rating is usually no longer provisional."
    )
    is_learnt = serializers.BooleanField(
        help_text="False: too few results yet, so that what is usual in clubs is assumed."
    )
    up_to_date = serializers.BooleanField(help_text="False while new results are being counted.")


class PlayerRatingOut(Out):
    player = NamedOut(help_text="With another id than requested if the two were merged.")
    rating = RatingOut(allow_null=True, help_text="Null: no finished match yet.")
    up_to_date = serializers.BooleanField(help_text="False while new results are being counted.")


class RatingPointOut(Out):
    """A match, with the rating before and after it."""

    match = serializers.IntegerField()
    ended_at = serializers.DateTimeField()
    adversary = NamedOut()
    won = serializers.IntegerField(help_text="Games won.")
    lost = serializers.IntegerField(help_text="Games lost.")
    before = FiguresOut()
    after = FiguresOut()


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
    """List the ratings of a club.

    By default the highest `low` comes first: what is certain of a player counts, not luck.
    The public sees the names that the club and its players allow.
    """

    pagination_class = SortedPages

    @extend_schema(parameters=LIST, responses=RatingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club, person = club_of(request, slug)
        scale = listing.book_of(club).scale
        ratings = listing.ratings_of(club, Filters.of(request.query_params, person), scale)
        pages = SortedPages()
        shown = pages.paginate_queryset(ratings, request, self) or []
        rated = listing.rated(shown, club, person, scale)
        return pages.get_paginated_response(RatingOut(rated, many=True).data)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RatingTable(FileView):
    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Export the ratings of a club as CSV."""
        club, person = club_of(request, slug)
        scale = listing.book_of(club).scale
        ratings = list(listing.ratings_of(club, Filters.of(request.query_params, person), scale))
        body = listing.ratings_csv(listing.rated(ratings, club, person, scale))
        return csv_files.download(f"{club.slug}-ratings.csv", body)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RatingSpread(View):
    @extend_schema(responses=SpreadOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show how far the players of a club lie apart, as learnt from its results."""
        club, _person = club_of(request, slug)
        return Response(SpreadOut(Spread.of(listing.book_of(club))).data)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RobotRatings(View):
    @extend_schema(responses=RatingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the ratings of a club’s robots, by their matches with people."""
        club, _person = club_of(request, slug)
        return Response(RatingOut(robot_ratings(club), many=True).data)


class PlayerRating(View):
    @extend_schema(responses=PlayerRatingOut)
    def get(self, request: Request, pk: int) -> Response:
        """Show the rating of a player, to people of the club."""
        player = player_of(request, pk)
        book = listing.book_of(player.club)
        parts = {
            "player": player,
            "rating": history.rating_of(player, book.scale),
            "up_to_date": book.is_up_to_date,
        }
        return Response(PlayerRatingOut(parts).data)


class PlayerRatingHistory(View):
    """List the rating of a player match by match, the newest first."""

    pagination_class = SortedPages

    @extend_schema(responses=RatingPointOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        player = player_of(request, pk)
        pages = SortedPages()
        shown = history.steps_of(
            pages.paginate_queryset(history.points_of(player), request, self) or [],
            listing.book_of(player.club).scale,
        )
        return pages.get_paginated_response(RatingPointOut(shown, many=True).data)


urlpatterns = [
    path("clubs/<slug:slug>/ratings", RatingList.as_view()),
    path("clubs/<slug:slug>/ratings.csv", RatingTable.as_view()),
    path("clubs/<slug:slug>/ratings/robots", RobotRatings.as_view()),
    path("clubs/<slug:slug>/ratings/spread", RatingSpread.as_view()),
    path("players/<int:pk>/rating", PlayerRating.as_view()),
    path("players/<int:pk>/rating/history", PlayerRatingHistory.as_view()),
]
