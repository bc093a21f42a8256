"""/api/v1/: matches, what was entered in them, and players' results."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of, person_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import FileView, View, require_sign_in
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import query_whole_number
from games.engine.terms import Entry as Play
from games.matches.changes import mark_uncounted
from games.matches.models import Entry, Match
from games.matches.selectors import matches as queries
from games.matches.selectors.filters import MatchFilters
from games.matches.selectors.notation import file_of
from games.matches.selectors.player_record import (
    RecordFilters,
    matches_csv,
    merged_into,
    player_record,
)
from games.matches.selectors.reading import EntryReading, Reading, confirmations, read
from games.matches.selectors.statuses import Status, status_of
from games.matches.services.entries import Foreseen, Written, play_record
from games.matches.services.matches import match_start

from . import inputs
from .serializers.entries import EntryOut, ForeseenOut, HandOut, WrittenOut
from .serializers.matches import FullMatchOut, GameOut, ListedMatchOut, MatchDetailOut
from .serializers.players import PlayerRecordOut

FILTERS = [
    OpenApiParameter("club", OpenApiTypes.STR, description="A club's slug."),
    OpenApiParameter("evening", OpenApiTypes.INT, description="The id of an evening."),
    OpenApiParameter("table", OpenApiTypes.INT, description="The id of a table of an evening."),
    OpenApiParameter("season", OpenApiTypes.INT, description="The id of a season."),
    OpenApiParameter(
        "event", OpenApiTypes.INT, description="The id of a season, or of a tournament."
    ),
    OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side."),
    OpenApiParameter(
        "status",
        {"type": "array", "items": {"type": "string", "enum": list(Status)}},
        style="form",
        explode=False,
        description="One or more, divided by commas: `in_play,unfinished`.",
    ),
    OpenApiParameter("from", OpenApiTypes.DATE, description="The first day of starting."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="The last day of starting."),
    OpenApiParameter("over", OpenApiTypes.BOOL, description="Whether they are finished."),
    OpenApiParameter(
        "annulled",
        OpenApiTypes.BOOL,
        description="Those alone; they are left out otherwise, unless `status` names them.",
    ),
]


T = TypeVar("T")


def match_of(request: Request, pk: int) -> tuple[Match, Person]:
    return queries.match(actor_of(request), pk)


def answer(request: Request, pk: int, form: Any, make: Callable[[Reading], Any]) -> Response:
    """`form` of what `make` finds in the reading; 304, and nothing read, to who has this version
    of the match."""
    match, person = match_of(request, pk)
    # Neither another table nor being left lying is an entry.
    at = match.evening_table_id or 0
    version = match.version, confirmations(match), at, status_of(match).value
    newest = etags.tag(match.pk, *version, get_language(), *names_version(match, person))
    headers = {"ETag": newest, "Cache-Control": "private, no-cache"}
    if etags.is_current(request.headers.get("If-None-Match", ""), newest):
        return Response(status=304, headers=headers)
    found = make(read(match))
    data = form(found, many=isinstance(found, list), context=people(person)).data
    return Response(data, headers=headers)


# Kept, as each entry is answered with it: a new one would copy a hundred fields.
WRITTEN = WrittenOut()


def people(person: Person) -> dict[str, bool]:
    """The context of serializers: whether they name who entered something."""
    return {"with_people": person.may(Act.SEE_CLUB)}


def names_version(match: Match, person: Person) -> tuple[object, ...]:
    """What the names in an answer depend on: who looks, the players, what may be shown, and the
    evening."""
    players = (match.player_a, match.player_b)
    changing = (part for player in players for part in (player.pk, player.version))
    shown = "" if queries.sees_names(match, person) else match.club.names_shown
    table = match.evening_table
    evening = (table.evening_id, table.evening.version) if table else ()
    return int(person.may(Act.SEE_CLUB)), shown, *changing, *evening


class MatchList(ListAPIView[Match], View):
    """Every match that you may read, the newest first."""

    serializer_class = ListedMatchOut

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        filters = MatchFilters.of(request.query_params)
        found = filters.sift(queries.visible_matches(actor_of(request)))
        ids = self.paginate_queryset(found.values("pk")) or ()
        page = queries.framed(found, [row["pk"] for row in ids])
        mark_uncounted(page)
        return self.get_paginated_response(ListedMatchOut(page, many=True).data)


class ClubMatchList(View):
    @extend_schema(request=inputs.MatchIn, responses={201: MatchDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        """Start a match, in a season of the club or for itself."""
        club, person = club_of(request, slug)
        given = self.validated(inputs.MatchIn)
        return self.write(request, lambda: start(club, person, given))


def start(club: Club, person: Person, given: dict[str, Any]) -> Any:
    event = given.get("event")
    match = match_start(
        by=person,
        player_a=given["player_a"],
        player_b=given["player_b"],
        event_id=event,
        fixture_id=given.get("fixture"),
        terms=inputs.match_terms(given.get("terms"), club, event=event),
        table=given["table"],
        first_dealer=inputs.seat(given.get("first_dealer")),
        only_free=not given["seat_anyway"],
    )
    return MatchDetailOut(read(queries.match_now(match.pk))).data


class MatchDetail(View):
    @extend_schema(responses=FullMatchOut)
    def get(self, request: Request, pk: int) -> Response:
        """One match: its terms, its score, and the game in play."""
        return answer(request, pk, FullMatchOut, lambda found: found)


class MatchNotation(FileView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """What stands of a match, as a text that can be read and entered elsewhere."""
        match, _person = match_of(request, pk)
        return file_of(read(match))


class EntryView(View):
    """Entering something in a match."""

    def enter(
        self, request: Request, pk: int, form: Any, act: Callable[..., Written], **more: Any
    ) -> Response:
        """`act` takes `by`, `match`, what `form` reads, and `more`."""
        act = self._with_arguments(request, pk, form, act, more)

        def answer() -> Any:
            found = act()
            if isinstance(request.user, User):
                found.entry.by = request.user  # who has just written it: no need to ask again
            return WRITTEN.to_representation(found)

        return self.write(request, answer)

    def preview(
        self,
        request: Request,
        pk: int,
        form: Any,
        act: Callable[..., Foreseen],
        form_out: Any = ForeseenOut,
        **more: Any,
    ) -> Response:
        act = self._with_arguments(request, pk, form, act, more)
        return self.write(request, lambda: form_out(act()).data, status=200)

    def _with_arguments(
        self, request: Request, pk: int, form: Any, act: Callable[..., T], more: dict[str, Any]
    ) -> Callable[[], T]:
        require_sign_in(request)
        match, person = match_of(request, pk)
        return partial(act, by=person, match=match, **self.validated(form), **more)

    def play(self, request: Request, pk: int, form: Any, make: Callable[..., Play]) -> Response:
        def act(*, by: Person, match: Match, version: int, **given: Any) -> Written:
            return play_record(by=by, match=match, what=make(given), version=version)

        return self.enter(request, pk, form, act)


class HandList(EntryView):
    @extend_schema(responses=HandOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The hands that stand, in the order of play."""

        def hands(found: Reading) -> list[EntryReading]:
            lines = [line for line in found.lines() if line[0].kind == Entry.Kind.HAND]
            return [EntryReading(found, *line) for line in lines]

        return answer(request, pk, HandOut, hands)

    @extend_schema(request=inputs.HandIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """A hand: facts, or marks, or every card in the notation."""
        return self.play(request, pk, inputs.HandIn, inputs.hand)


class HandDetail(View):
    @extend_schema(responses=HandOut)
    def get(self, request: Request, pk: int) -> Response:
        """A hand by its id; one that was superseded is found too, and marks nothing."""
        entry = Entry.objects.filter(pk=pk, kind=Entry.Kind.HAND).first()
        if entry is None:
            raise Absent
        match, person = match_of(request, entry.match_id)
        found = read(match)
        hand = found.of(found.log.numbered(entry.number))
        return Response(HandOut(hand, context=people(person)).data)


class GameList(EntryView):
    @extend_schema(responses=GameOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The games, each with its score and who won it."""
        return answer(request, pk, GameOut, Reading.games)

    @extend_schema(request=inputs.GameIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """A game of which only the score was kept."""
        return self.play(request, pk, inputs.GameIn, inputs.game)


class RubberEntry(EntryView):
    @extend_schema(request=inputs.RubberIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """A whole match of which only the games won were kept."""
        return self.play(request, pk, inputs.RubberIn, inputs.rubber)


class EntryList(View):
    @extend_schema(responses=EntryOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """All that was ever entered, with what superseded it; nothing is left out."""

        def entries(found: Reading) -> list[EntryReading]:
            return [EntryReading(found, entry) for entry in found.log.current]

        return answer(request, pk, EntryOut, entries)


RECORD_FILTERS = [
    OpenApiParameter("season", OpenApiTypes.INT, description="A season's id."),
    OpenApiParameter("adversary", OpenApiTypes.INT, description="A player's id."),
]


def _record_filters(request: Request) -> RecordFilters:
    query = request.query_params
    season, adversary = query_whole_number(query, "season"), query_whole_number(query, "adversary")
    return RecordFilters(season or None, adversary or None)


def player_of(request: Request, pk: int) -> Player:
    """Who the player turned out to be. Raises: Absent; Denied to who is not of the club."""
    player = Player.objects.filter(pk=pk).first()
    if player is None:
        raise Absent
    require(person_of(request, player.club_id), Act.SEE_CLUB)
    return merged_into(player)


class PlayerRecordDetail(View):
    @extend_schema(parameters=RECORD_FILTERS, responses=PlayerRecordOut)
    def get(self, request: Request, pk: int) -> Response:
        """A player's results: in sum, against each adversary, in each season, and his form.

        His games mark by mark: `matches?player=`, and each match's `hands`.
        """
        record = player_record(player_of(request, pk), _record_filters(request))
        return Response(PlayerRecordOut(record).data)


class PlayerMatchesCsv(FileView):
    @extend_schema(parameters=RECORD_FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A line for each match of a player, the newest first."""
        player = player_of(request, pk)
        content = matches_csv(player, _record_filters(request).with_merged())
        return csv_files.download(f"player-{player.pk}.csv", content)
