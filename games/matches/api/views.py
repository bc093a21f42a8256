"""Thin: parse, check the right, call, answer."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, User
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core import etags
from ecarte_club.core.api import View, require_sign_in
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import query_boolean, query_whole
from games.engine.terms import Entry as Play
from games.matches.models import Entry, Match
from games.matches.selectors import matches as queries
from games.matches.selectors import reading
from games.matches.selectors.reading import confirmations
from games.matches.services.entries import Written, entry_correct, entry_undo, play_record
from games.matches.services.matches import MatchTerms, match_start

from . import inputs, serializers

FILTERS = [
    OpenApiParameter("club", OpenApiTypes.STR, description="A club's slug."),
    OpenApiParameter("event", OpenApiTypes.INT, description="A season's id."),
    OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side."),
    OpenApiParameter("over", OpenApiTypes.BOOL),
    OpenApiParameter(
        "annulled", OpenApiTypes.BOOL, description="Those alone; they are left out otherwise."
    ),
]


def match_of(request: Request, pk: int) -> tuple[Match, Person]:
    return queries.match(actor_of(request), pk)


def answered(request: Request, match: Match, person: Person, make: Callable[[], Any]) -> Response:
    """What `make` gives; 304, and nothing made, to who has this version of the match."""
    version = match.version, confirmations(match)
    newest = etags.tag(match.pk, *version, get_language(), *named(match, person))
    headers = {"ETag": newest, "Cache-Control": "private, no-cache"}
    if etags.known(request.headers.get("If-None-Match", ""), newest):
        return Response(status=304, headers=headers)
    return Response(make(), headers=headers)


def people(person: Person) -> dict[str, bool]:
    """The context of serializers: whether they name who entered something."""
    return {"with_people": person.may(Act.SEE_CLUB)}


def named(match: Match, person: Person) -> tuple[object, ...]:
    """What the names in an answer depend on: who looks, the players, and what may be shown."""
    players = (match.player_a, match.player_b)
    changing = (part for player in players for part in (player.pk, player.version))
    shown = "" if queries.sees_names(match, person) else match.club.names_shown
    return int(person.may(Act.SEE_CLUB)), shown, *changing


class MatchList(ListAPIView[Match], View):
    """Every match that you may read, the newest first."""

    serializer_class = serializers.MatchOut

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Match.objects.none()
        return filtered(queries.matches_seen(actor_of(self.request)), self.request)

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(serializers.MatchOut(page, many=True).data)


class ClubMatchList(View):
    @extend_schema(request=inputs.MatchIn, responses={201: serializers.MatchDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        """Start a match, in a season of the club or for itself."""
        club, person = club_of(request, slug)
        given = self.given(inputs.MatchIn)
        return self.write(request, lambda: start(club, person, given))


def start(club: Club, person: Person, given: dict[str, Any]) -> Any:
    event = given.get("event")
    terms = inputs.match_terms(given.get("terms"), club, event=event)
    if event is None and terms is None:
        terms = MatchTerms.under(club_rules.of_club(club))
    match = match_start(
        by=person,
        player_a=given["player_a"],
        player_b=given["player_b"],
        event_id=event,
        terms=terms,
        table=given["table"],
        first_dealer=inputs.seat(given.get("first_dealer")),
    )
    found = reading.read(queries.matches().get(pk=match.pk))
    return serializers.MatchDetailOut(found).data


class MatchDetail(View):
    @extend_schema(responses=serializers.MatchDetailOut)
    def get(self, request: Request, pk: int) -> Response:
        """One match: its terms, its score, and the game in play."""
        match, person = match_of(request, pk)

        def make() -> Any:
            return serializers.MatchDetailOut(reading.read(match), context=people(person)).data

        return answered(request, match, person, make)


class EntryView(View):
    """Entering: one kind of play each."""

    def enter(self, request: Request, pk: int, form: Any, make: Callable[..., Play]) -> Response:
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.given(form)
        return self.written(
            request,
            lambda: play_record(by=person, match=match, what=make(given), version=given["version"]),
        )

    def written(self, request: Request, act: Callable[[], Written]) -> Response:
        def answer() -> Any:
            found = act()
            if isinstance(request.user, User):
                found.entry.by = request.user  # who has just written it: no need to ask again
            return serializers.WrittenOut(found).data

        return self.write(request, answer)


class HandList(EntryView):
    @extend_schema(responses=serializers.HandOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The hands that stand, in the order of play."""
        match, person = match_of(request, pk)

        def make() -> Any:
            found = reading.read(match)
            hands = [
                reading.EntryReading(found, entry, line)
                for entry, line in found.lines()
                if entry.kind == Entry.Kind.HAND
            ]
            return serializers.HandOut(hands, many=True, context=people(person)).data

        return answered(request, match, person, make)

    @extend_schema(request=inputs.HandIn, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """A hand: facts, or marks, or every card in the notation."""
        return self.enter(request, pk, inputs.HandIn, inputs.hand)


class HandDetail(View):
    @extend_schema(responses=serializers.HandOut)
    def get(self, request: Request, pk: int) -> Response:
        """A hand by its id; one that was superseded is found too, and marks nothing."""
        entry = Entry.objects.filter(pk=pk, kind=Entry.Kind.HAND).first()
        if entry is None:
            raise Absent
        match, person = match_of(request, entry.match_id)
        found = reading.read(match).of(entry)
        return Response(serializers.HandOut(found, context=people(person)).data)


class GameList(EntryView):
    @extend_schema(responses=serializers.GameOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The games, each with its score and who won it."""
        match, person = match_of(request, pk)

        def make() -> Any:
            return serializers.GameOut(reading.read(match).games(), many=True).data

        return answered(request, match, person, make)

    @extend_schema(request=inputs.GameIn, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """A game of which only the score was kept."""
        return self.enter(request, pk, inputs.GameIn, inputs.game)


class RubberEntry(EntryView):
    @extend_schema(request=inputs.RubberIn, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """A whole match of which only the games won were kept."""
        return self.enter(request, pk, inputs.RubberIn, inputs.rubber)


class EntryList(View):
    @extend_schema(responses=serializers.EntryOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """All that was ever entered, with what superseded it; nothing is left out."""
        match, person = match_of(request, pk)

        def make() -> Any:
            found = reading.read(match)
            entries = [reading.EntryReading(found, entry) for entry in found.log.entries]
            return serializers.EntryOut(entries, many=True, context=people(person)).data

        return answered(request, match, person, make)


class CorrectionList(EntryView):
    @extend_schema(request=inputs.CorrectionIn, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Supersede an entry by another of its kind, or take it back."""
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.given(inputs.CorrectionIn)

        def act() -> Written:
            try:
                return entry_correct(
                    by=person,
                    match=match,
                    number=number,
                    what=inputs.correction(given),
                    reason=given["reason"],
                    version=given["version"],
                )
            except Invalid as fault:
                raise inputs.in_correction(fault, given) from fault

        return self.written(request, act)


class UndoList(EntryView):
    @extend_schema(request=inputs.Version, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Take back the latest entry, or the latest correction."""
        require_sign_in(request)
        match, person = match_of(request, pk)
        version = self.given(inputs.Version)["version"]
        return self.written(request, lambda: entry_undo(by=person, match=match, version=version))


def filtered(matches: Any, request: Request) -> Any:
    """Raises: Invalid for a filter whose value cannot be."""
    asked = request.query_params
    if club := asked.get("club"):
        matches = matches.filter(club__slug=club.replace("\x00", ""))
    if (event := query_whole(asked, "event")) is not None:
        matches = matches.filter(event_id=event)
    if (player := query_whole(asked, "player")) is not None:
        matches = queries.played_by(matches, player)
    if (over := query_boolean(asked, "over")) is not None:
        matches = matches.filter(over=over)
    annulled = query_boolean(asked, "annulled") or False
    return matches.filter(annulled_at__isnull=not annulled)
