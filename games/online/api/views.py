"""/api/v1/: tables online. Every write answers the state as it is then; none of it is kept."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import etags
from ecarte_club.core.api import FileView, StrictSerializer, View, require_sign_in
from ecarte_club.core.live import ticket
from ecarte_club.core.parsing import query_choice, query_whole_number
from games.evenings import selectors as evenings
from games.matches.api.inputs import match_terms
from games.matches.api.views import match_of
from games.online.live import come
from games.online.models import OnlineTable
from games.online.selectors import tables as queries
from games.online.selectors.places import tables_on_evening
from games.online.selectors.states import Audience, state_of, topics
from games.online.selectors.tables import Play
from games.online.selectors.transcripts import notation_file, transcript_file
from games.online.services import acting, asides, chains, directing
from games.online.services import tables as services
from games.online.services.sweeping import sweep_table

from . import serializers as forms


def table_of(request: Request, pk: int) -> tuple[OnlineTable, Person]:
    """As it is now: whose time is over has abandoned the hand."""
    table, person = queries.table(actor_of(request), pk)
    return sweep_table(table), person


def seen(table: OnlineTable, person: Person, play: Play | None = None) -> dict[str, Any]:
    """`play`: as it was just written."""
    audience = Audience.of(table, person)
    if audience.seat is not None:
        come(table, audience.seat)
    if play is not None:
        play.forget("here")
    return state_of(table, audience, play)


FILTERS = [
    OpenApiParameter(
        "status",
        OpenApiTypes.STR,
        enum=OnlineTable.Status.values,
        description="Those in this state alone.",
    ),
    OpenApiParameter("match", OpenApiTypes.INT, description="The id of the match played there."),
    OpenApiParameter(
        "fixture", OpenApiTypes.INT, description="The id of the fixture to be played there."
    ),
]


class ClubTableList(ListAPIView[OnlineTable], View):
    serializer_class = forms.OnlineTableOut

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The tables online of a club, the newest first"""
        club, person = club_of(request, kwargs["slug"])
        rows = queries.in_club(club.pk, person)
        if status := query_choice(request.query_params, "status", OnlineTable.Status.values):
            rows = rows.filter(status=status)
        for name in ("match", "fixture"):
            if (number := query_whole_number(request.query_params, name)) is not None:
                rows = rows.filter(**{name: number})
        return listed(self, rows, person)

    @extend_schema(request=forms.OnlineTableIn, responses={201: forms.StateOut})
    def post(self, request: Request, slug: str) -> Response:
        """Open a table online, and invite somebody or whoever comes first"""
        club, person = club_of(request, slug)
        given = self.validated(forms.OnlineTableIn)
        event = given.pop("event", None)
        terms = match_terms(given.pop("terms", None), club, event=event)
        fixture = given.pop("fixture", None)

        def act() -> OnlineTable:
            return services.table_open(
                by=person, event_id=event, fixture_id=fixture, terms=terms, **given
            )

        return answered(self, request, person, act)


class EveningTableList(ListAPIView[OnlineTable], View):
    serializer_class = forms.OnlineTableOut

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The tables online that are in play during an evening, the newest first

        At its tables, or elsewhere in the club; not by correspondence. None once it is signed off.
        """
        evening, person = evenings.evening(actor_of(request), kwargs["pk"])
        return listed(self, tables_on_evening(evening, person), person)


def listed(view: ListAPIView[OnlineTable], rows: QuerySet[OnlineTable], person: Person) -> Response:
    page = view.paginate_queryset(rows)
    queries.veil_tables(page or [], person)
    return view.get_paginated_response(forms.OnlineTableOut(page, many=True).data)


def answered(
    view: View, request: Request, person: Person, act: Callable[[], OnlineTable]
) -> Response:
    """Under the request's key only the table's id and version are kept, never a state."""

    written: list[OnlineTable] = []

    def kept() -> dict[str, int]:
        table = act()
        written.append(table)
        return {"id": table.pk, "version": table.version}

    response = view.write(request, kept)
    if response.status_code == 201:
        play = written[-1].play if written else None
        table = queries.table_now(response.data["id"]) if play is None else play.table
        response.data = seen(table, person, play)
    return response


class TableView(View):
    def act(
        self,
        request: Request,
        pk: int,
        form: type[StrictSerializer],
        act: Callable[..., OnlineTable],
    ) -> Response:
        require_sign_in(request)
        table, person = table_of(request, pk)
        given = self.validated(form)
        return answered(self, request, person, lambda: act(by=person, table=table, **given))


class MatchTable(View):
    @extend_schema(request=forms.PlayIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Play a match that is in play online from now on"""
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.validated(forms.PlayIn)
        return answered(
            self, request, person, lambda: services.table_of_match(by=person, match=match, **given)
        )


class TableDetail(View):
    @extend_schema(responses=forms.StateOut)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A table online, as you may see it

        With the header Live-Ticket, as `t`, the live server streams what happens: events `online`
        with the whole `state` as you may see it, so that no further request is needed.
        """
        table, person = table_of(request, pk)
        audience = Audience.of(table, person)
        if audience.seat is not None:
            come(table, audience.seat)
        state = state_of(table, audience)
        if not queries.is_current(table):
            return self.get(request, pk)
        here = [state["players"][seat]["here"] for seat in ("a", "b")]
        missing = "".join((state["draw"] or {}).get("missing", ()))
        newest = etags.tag(table.pk, table.version, audience, *here, missing, *state["points"])
        headers = {
            "ETag": newest,
            "Cache-Control": "private, no-cache",
            "Live-Ticket": ticket(*topics(table, audience, person)),
        }
        if etags.is_current(request.headers.get("If-None-Match", ""), newest):
            return Response(status=304, headers=headers)
        return Response(state, headers=headers)


class Transcript(FileView):
    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The transcript of a match that is over, with which every deal can be checked"""
        table, _person = table_of(request, pk)
        return HttpResponse(transcript_file(table), content_type="application/json")


class Notation(FileView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every card of a match that is over, in the notation"""
        table, _person = table_of(request, pk)
        return HttpResponse(notation_file(table), content_type="text/plain; charset=utf-8")


class Acceptance(TableView):
    @extend_schema(request=forms.EmptyIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Accept the invitation: the match begins"""
        return self.act(request, pk, forms.EmptyIn, services.table_accept)


class Withdrawal(TableView):
    @extend_schema(request=forms.EmptyIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw your invitation, or decline it"""
        return self.act(request, pk, forms.EmptyIn, services.table_withdraw)


class Chain(TableView):
    @extend_schema(request=forms.ChainIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Publish the end of this device’s chain"""
        return self.act(request, pk, forms.ChainIn, chains.chain_publish)


class Links(TableView):
    @extend_schema(request=forms.LinksIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Open links of your chain, for the next draw or a few further ones"""
        return self.act(request, pk, forms.LinksIn, chains.links_open)


class Acts(TableView):
    @extend_schema(request=forms.ActIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Propose, answer, discard, announce the king, play a card"""
        return self.act(request, pk, forms.ActIn, acting.action_do)


class Phrases(TableView):
    @extend_schema(request=forms.PhraseIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Say one of three phrases"""
        return self.act(request, pk, forms.PhraseIn, asides.phrase_say)


class Pointing(TableView):
    @extend_schema(request=forms.PointIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Point at a card or a choice of the player whom you back"""
        return self.act(request, pk, forms.PointIn, asides.point)


class Claim(TableView):
    @extend_schema(request=forms.EmptyIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Claim the match, where the other player ran out of time twice in a row"""
        return self.act(request, pk, forms.EmptyIn, acting.match_claim)


class Closing(TableView):
    @extend_schema(request=forms.EmptyIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Close the table between two hands: the match goes on elsewhere"""
        return self.act(request, pk, forms.EmptyIn, services.table_close)


class Rematch(TableView):
    @extend_schema(request=forms.EmptyIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Play again: invite the other player, or accept their invitation"""
        return self.act(request, pk, forms.EmptyIn, services.table_rematch)


class HandAnnulment(TableView):
    @extend_schema(request=forms.HandAnnulmentIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Annul the hand in play: its dealer deals again"""
        return self.act(request, pk, forms.HandAnnulmentIn, acting.hand_annul)


class ClockStop(TableView):
    @extend_schema(request=forms.EmptyIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Stop the clock until whoever is waited for has acted"""
        return self.act(request, pk, forms.EmptyIn, directing.clock_stop)


class ClockExtension(TableView):
    @extend_schema(request=forms.ClockExtensionIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Give whoever is waited for more time"""
        return self.act(request, pk, forms.ClockExtensionIn, directing.clock_extend)


class Adjudication(TableView):
    @extend_schema(request=forms.AdjudicationIn, responses={201: forms.StateOut})
    def post(self, request: Request, pk: int) -> Response:
        """Decide the match: the rest is entered as hands that the loser abandoned"""
        return self.act(request, pk, forms.AdjudicationIn, directing.match_adjudge)


class AdjudicationPreview(View):
    @extend_schema(request=forms.AdjudicationPreviewIn, responses=forms.AdjudicationOut)
    def post(self, request: Request, pk: int) -> Response:
        """Preview a decision: the games won, and how many hands would be entered

        Nothing of it is written. A key answers again what it answered first.
        """
        require_sign_in(request)
        table, person = table_of(request, pk)
        given = self.validated(forms.AdjudicationPreviewIn)

        def act() -> dict[str, Any]:
            found = directing.adjudication_preview(by=person, table=table, **given)
            return dict(forms.AdjudicationOut(found).data)

        return self.write(request, act, status=200)
