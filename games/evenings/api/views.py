"""/api/v1/: evenings, who came to them, their tables, and the sign-off."""

from collections.abc import Callable
from typing import Any

from django.db.models import Sum
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import FileView, StrictSerializer, View, require_sign_in
from ecarte_club.core.idempotency import fingerprint
from ecarte_club.core.pagination import SortedPages
from games.evenings import selectors
from games.evenings.changes import unsettled
from games.evenings.listing import COLUMNS, SORTS, STATES, EveningFilters, csv_rows
from games.evenings.live_state import EveningNow, evening_now, let_in
from games.evenings.models import Evening, Table
from games.evenings.results import hide_events
from games.evenings.services.evenings import (
    arrival_undo,
    code_renew,
    evening_change,
    evening_open,
    evening_sign_off,
    player_arrive,
    player_go,
    table_add,
    table_rename,
    walk_in,
)
from games.matches.api.inputs import match_terms, seat
from games.matches.changes import engagements_of, running_games
from games.matches.models import Match
from games.matches.selectors.statuses import Status, of_status
from games.matches.services.matches import MatchTerms, matches_start
from games.matches.services.seating import Start

from . import serializers as forms
from . import serializers as shapes

LIST = [
    OpenApiParameter("name", OpenApiTypes.STR, description="Part of the name."),
    OpenApiParameter("state", OpenApiTypes.STR, enum=STATES),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=list(SORTS)),
]


def evening_of(request: Request, pk: int) -> tuple[Evening, Person]:
    return selectors.evening(actor_of(request), pk)


def table_of(request: Request, pk: int) -> tuple[Table, Person]:
    return selectors.evening_table(actor_of(request), pk)


def now_for(evening: Evening, person: Person) -> EveningNow:
    """With the names and seasons that they may know."""
    now = evening_now(evening, veiled=not selectors.sees_names(evening, person))
    hide_events(now.matches, person)
    return now


def evening_data(evening: Evening, person: Person) -> Any:
    return shapes.EveningOut(now_for(evening, person), context={"person": person}).data


def names_version(evening: Evening) -> int:
    """Changes with the names of the players who came."""
    players = Player.objects.filter(attendances__evening=evening).order_by()
    return players.aggregate(sum=Sum("version"))["sum"] or 0


def evening_after(evening_id: int, person: Person) -> Any:
    """Read anew, for the answer to a write."""
    evening = Evening.objects.select_related("club", "signed_off_by").get(pk=evening_id)
    return evening_data(evening, person)


class EveningList(View):
    """The evenings of a club that you may see."""

    pagination_class = SortedPages

    @extend_schema(parameters=LIST, responses=shapes.EveningLineOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club, _person = club_of(request, slug)
        asked = EveningFilters.of(request.query_params, strict=True)
        seen = selectors.visible_evenings(actor_of(request)).filter(club=club)
        pages = SortedPages()
        found = pages.paginate_queryset(asked.sift(seen), request, self)
        return pages.get_paginated_response(shapes.EveningLineOut(found, many=True).data)

    @extend_schema(request=forms.EveningIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, slug: str) -> Response:
        """Open one."""
        require_sign_in(request)
        _club, person = club_of(request, slug)
        require(person, Act.RUN_EVENING)
        given = self.validated(forms.EveningIn)
        return self.write(
            request, lambda: evening_after(evening_open(by=person, **given).pk, person)
        )


class EveningTable(FileView):
    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All that the list finds, as a table for a spreadsheet."""
        club, _person = club_of(request, slug)
        asked = EveningFilters.of(request.query_params, strict=True)
        seen = selectors.visible_evenings(actor_of(request)).filter(club=club)
        body = csv_files.write_rows(COLUMNS, csv_rows(asked.sift(seen)))
        return csv_files.download(f"{club.slug}-evenings.csv", body)


def _left_lying(evening: Evening) -> int:
    """Matches that are no longer in play, though nothing was entered in them."""
    found = Match.objects.filter(of_status(Status.UNFINISHED), evening_table__evening=evening)
    return found.count()


class EveningDetail(View):
    @extend_schema(responses=shapes.EveningOut)
    def get(self, request: Request, pk: int) -> Response:
        """Who came, and what each table plays. The codes only to who runs the evening."""
        evening, person = evening_of(request, pk)
        sees = (selectors.sees_names(evening, person), person.may(Act.RUN_EVENING))
        newest = etags.tag(
            *(evening.pk, evening.version, evening.club.version, names_version(evening)),
            *(get_language(), *map(int, sees), _engaged(evening), _left_lying(evening)),
        )
        headers = {"ETag": newest, "Cache-Control": "private, no-cache"}
        if etags.is_current(request.headers.get("If-None-Match", ""), newest):
            return Response(status=304, headers=headers)
        return Response(evening_data(evening, person), headers=headers)


def _engaged(evening: Evening) -> str:
    """A tournament's round, which is drawn and decided elsewhere, changes who is free here."""
    found = engagements_of(evening) if evening.is_open else []
    return fingerprint([(one.title, sorted(one.player_ids)) for one in found])[:12]


class EveningWrite(View):
    """One act at an evening; it answers with the evening as it is then."""

    def write_act(
        self,
        request: Request,
        pk: int,
        act: Act,
        service: Callable[..., object],
        form: type[StrictSerializer],
    ) -> Response:
        require_sign_in(request)
        evening, person = evening_of(request, pk)
        require(person, act)

        def answer() -> Any:
            service(by=person, evening=evening, **self.validated(form))
            return evening_after(evening.pk, person)

        return self.write(request, answer)


class EveningChanges(EveningWrite):
    @extend_schema(request=forms.EveningChange, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Another day or name, or whether strangers may watch."""
        return self.write_act(request, pk, Act.RUN_EVENING, _change, forms.EveningChange)


def _change(*, by: Person, evening: Evening, **fields: Any) -> None:
    kept = {"held_on": evening.held_on, "name": evening.name, "public": evening.public}
    evening_change(by=by, evening=evening, **{**kept, **fields})


class ArrivalList(EveningWrite):
    @extend_schema(request=forms.GuestIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """A player of the club came, or came back."""
        return self.write_act(request, pk, Act.MARK_PRESENT, player_arrive, forms.GuestIn)


class DepartureList(EveningWrite):
    @extend_schema(request=forms.GuestIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """A player who came went home."""
        return self.write_act(request, pk, Act.MARK_PRESENT, player_go, forms.GuestIn)


class AbsenceList(EveningWrite):
    @extend_schema(request=forms.GuestIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Undo an arrival: the player never came, or went home if a match of theirs began."""
        return self.write_act(request, pk, Act.MARK_PRESENT, arrival_undo, forms.GuestIn)


class WalkInList(EveningWrite):
    @extend_schema(request=forms.WalkInIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Somebody new: added to the club, and present."""
        return self.write_act(request, pk, Act.ADD_PLAYER, walk_in, forms.WalkInIn)


class TableList(EveningWrite):
    @extend_schema(request=forms.EveningTableIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Another table, with a code of its own."""
        return self.write_act(request, pk, Act.RUN_EVENING, table_add, forms.EveningTableIn)


class TableDetail(View):
    @extend_schema(responses=shapes.TableOut)
    def get(self, request: Request, pk: int) -> Response:
        """One table of an evening, and what is played there."""
        table, person = table_of(request, pk)
        places = now_for(table.evening, person).places
        place = next(place for place in places if place.table == table)
        return Response(shapes.TableOut(place, context={"person": person}).data)


class TableWrite(View):
    def write_act(
        self,
        request: Request,
        pk: int,
        service: Callable[..., object],
        form: type[StrictSerializer],
    ) -> Response:
        require_sign_in(request)
        table, person = table_of(request, pk)
        require(person, Act.RUN_EVENING)

        def answer() -> Any:
            service(by=person, table=table, **self.validated(form))
            return evening_after(table.evening_id, person)

        return self.write(request, answer)


class TableName(TableWrite):
    @extend_schema(request=forms.EveningTableIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Another name for a table at which no match was begun."""
        return self.write_act(request, pk, table_rename, forms.EveningTableIn)


class CodeRenewal(TableWrite):
    @extend_schema(responses=shapes.RenewalOut)
    def get(self, request: Request, pk: int) -> Response:
        """What a new code would cut off."""
        table, person = table_of(request, pk)
        require(person, Act.RUN_EVENING)
        phones = let_in(table)
        renewal = {
            "table": table,
            "code_number": table.code_number,
            "phones": len(phones),
            "players": [phone.player for phone in phones if phone.player],
        }
        return Response(shapes.RenewalOut(renewal).data)

    @extend_schema(request=forms.RenewalIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """A new code: whoever came in by the old one is out."""
        return self.write_act(request, pk, code_renew, forms.RenewalIn)


class SignOff(EveningWrite):
    @extend_schema(responses=shapes.SignOffOut)
    def get(self, request: Request, pk: int) -> Response:
        """What is still open, and the version to sign."""
        evening, person = evening_of(request, pk)
        require(person, Act.SIGN_OFF)
        now = evening_now(evening, to_settle=True)
        tables = {place.table.pk: place.table for place in now.places}
        running = [
            {"game": game, "table": tables[game.table_id]} for game in running_games(evening)
        ]
        found = {"now": now, "running": running, "unsettled": unsettled(evening)}
        return Response(shapes.SignOffOut(found).data)

    @extend_schema(request=forms.SignOffIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Nothing of the evening changes any more, but by a correction with a reason."""
        return self.write_act(request, pk, Act.SIGN_OFF, _sign_off, forms.SignOffIn)


def _sign_off(*, closing: list[dict[str, Any]], **fields: Any) -> None:
    evening_sign_off(closing={one["match"]: one["status"] for one in closing}, **fields)


class RoundList(EveningWrite):
    @extend_schema(request=forms.RoundIn, responses={201: shapes.EveningOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start the matches of a round: all of them, or none."""
        return self.write_act(request, pk, Act.START_ANY, _round_start, forms.RoundIn)


def _round_start(
    *,
    by: Person,
    evening: Evening,
    matches: list[Any],
    event: int | None = None,
    terms: Any = None,
    seat_anyway: bool = False,
) -> None:
    asked = match_terms(terms, evening.club, event=event)
    if event is None and asked is None:
        asked = MatchTerms.under(club_rules.of_club(evening.club))
    starts = [Start(**{**one, "first_dealer": seat(one.get("first_dealer"))}) for one in matches]
    matches_start(
        by=by,
        evening=evening,
        starts=starts,
        event_id=event,
        terms=asked,
        seat_anyway=seat_anyway,
    )


PATHS = [
    path("clubs/<slug:slug>/evenings", EveningList.as_view()),
    path("clubs/<slug:slug>/evenings.csv", EveningTable.as_view()),
    path("evenings/<int:pk>", EveningDetail.as_view()),
    path("evenings/<int:pk>/changes", EveningChanges.as_view()),
    path("evenings/<int:pk>/arrivals", ArrivalList.as_view()),
    path("evenings/<int:pk>/absences", AbsenceList.as_view()),
    path("evenings/<int:pk>/departures", DepartureList.as_view()),
    path("evenings/<int:pk>/walk-ins", WalkInList.as_view()),
    path("evenings/<int:pk>/tables", TableList.as_view()),
    path("evenings/<int:pk>/matches", RoundList.as_view()),
    path("evenings/<int:pk>/sign-off", SignOff.as_view()),
    path("tables/<int:pk>", TableDetail.as_view()),
    path("tables/<int:pk>/name", TableName.as_view()),
    path("tables/<int:pk>/code/renewals", CodeRenewal.as_view()),
]
