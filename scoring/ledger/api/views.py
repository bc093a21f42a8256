"""/api/v1/: accounts of evenings, settlements, payments, statements and limits."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View, require_sign_in
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import query_choice, query_whole_number
from scoring.ledger.labels import accounts as labels
from scoring.ledger.models import Book, Limits, Payment, Settlement
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors import books as limits
from scoring.ledger.selectors import statements
from scoring.ledger.selectors.books import Place
from scoring.ledger.selectors.debts import who_owes_whom, who_owes_whom_over
from scoring.ledger.selectors.owing import owing
from scoring.ledger.selectors.statements import Period
from scoring.ledger.services.limits import club_limits_set, player_limits_set
from scoring.ledger.services.settling import books_settle, payment_mark, statement_ask

from . import cash, serializers

DAYS = [
    OpenApiParameter("starts_on", OpenApiTypes.DATE, description="The first day."),
    OpenApiParameter("ends_on", OpenApiTypes.DATE, description="The last day."),
]
SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
CSV = {(200, "text/csv"): OpenApiTypes.STR}
YES_OR_NO = {"yes": True, "no": False}
SORT = OpenApiParameter("sort", OpenApiTypes.STR, enum=list(reading.SORTS))


def period_of(request: Request) -> Period:
    return Period.of(request.query_params, strict=True)


def sort_of(request: Request) -> str:
    return query_choice(request.query_params, "sort", reading.SORTS) or reading.SORTS[0]


class EveningAccounts(View):
    @extend_schema(parameters=[SORT], responses=serializers.EveningAccountsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Show the accounts of an evening: balances, payments, and who owes whom."""
        evening, book, _person, found = reading.evening_accounts(
            actor_of(request), pk, sort_of(request)
        )
        debts = who_owes_whom(book) if book else []
        answer = {**found.facts(), "evening": evening, "book": book, "debts": debts}
        return Response(serializers.EveningAccountsOut(answer).data)


class EveningAccountsCsv(FileView):
    @extend_schema(parameters=[SORT], responses=CSV)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the balances of an evening as a table for a spreadsheet."""
        found = reading.evening_accounts(actor_of(request), pk, sort_of(request))
        body = reading.accounts_csv(found.accounts)
        return csv_files.download(f"accounts-{found.evening.held_on}.csv", body)


class BookList(ListAPIView[Book], View):
    """List the books of evenings that you may see, the newest first."""

    serializer_class = serializers.BookOut

    @extend_schema(
        parameters=[SLUG, *DAYS, OpenApiParameter("settled", OpenApiTypes.STR, enum=[*YES_OR_NO])]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, person = club_of(request, kwargs["slug"])
        found = reading.books(person).filter(period_of(request).books())
        if settled := query_choice(request.query_params, "settled", YES_OR_NO):
            found = found.filter(settled_at__isnull=not YES_OR_NO[settled])
        page = self.paginate_queryset(found)
        return self.get_paginated_response(serializers.BookOut(page, many=True).data)


class SettlePreview(View):
    @extend_schema(
        parameters=[*DAYS, OpenApiParameter("book", OpenApiTypes.INT, description="It alone.")],
        responses=serializers.PreviewOut,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Preview a settlement of these days. Nothing is settled."""
        club, person = club_of(request, slug)
        require(person, Act.SETTLE)
        book = query_whole_number(request.query_params, "book")
        found = reading.preview(club, period_of(request), book)
        answer = {
            **found.accounts.facts(),
            "books": found.books,
            "debts": found.debts,
            "can_be_settled": bool(found.books) and found.accounts.is_finished,
        }
        return Response(serializers.PreviewOut(answer).data)


class SettlementDetail(View):
    @extend_schema(parameters=[SORT], responses=serializers.SettledOut)
    def get(self, request: Request, pk: int) -> Response:
        """Show a settlement and which of its payments are made."""
        found, person = reading.settlement(actor_of(request), pk)
        return Response(settled_data(found, person, sort_of(request)))


def settled_data(found: Settlement, person: Person, sort: str = reading.SORTS[0]) -> Any:
    books, accounts = reading.settled_accounts(found, person, sort)
    sees_all = person.may(Act.SEE_ACCOUNTS)
    dues = reading.dues_of(found.pk, None if sees_all else person.player_id or 0)
    answer = {
        **vars(found),
        **accounts.facts(),
        "settled_by": found.settled_by,
        "dues": [one for one in dues if one.payment],
        "books": books if sees_all else [],
        "debts": who_owes_whom_over(books) if sees_all else [],
    }
    return serializers.SettledOut(answer).data


class SettlementCsv(FileView):
    @extend_schema(parameters=[SORT], responses=CSV)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the settled balances as a table for a spreadsheet."""
        found, person = reading.settlement(actor_of(request), pk)
        _books, accounts = reading.settled_accounts(found, person, sort_of(request))
        name = f"accounts-{found.starts_on}-{found.ends_on}.csv"
        return csv_files.download(name, reading.accounts_csv(accounts))


class Statement(View):
    @extend_schema(
        parameters=[
            *DAYS,
            OpenApiParameter("cursor", OpenApiTypes.STR, description="As in `next`."),
        ],
        responses=serializers.StatementOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """Show a member's statement, the newest line first, fifty a page."""
        player, club, _person = reading.player(actor_of(request), pk)
        period = period_of(request)
        books = statements.books_of(player, period)
        page = statements.page(player, books, _after(request))
        dues = reading.dues_for(books, player.pk)
        here = request.build_absolute_uri()
        answer = {
            "player": player,
            "unit": club.unit,
            "total": statements.total(player, books),
            "owing": owing(player, books),
            "next": replace_query_param(here, "cursor", page.next) if page.next else None,
            "payments": [one for one in dues if one.payment],
            "results": page.lines,
        }
        return Response(serializers.StatementOut(answer).data)


def _after(request: Request) -> Place | None:
    asked = request.query_params.get("cursor", "")
    after = statements.place_of(asked)
    if asked and after is None:
        text = _("Must be taken from next or previous of another page.")
        raise Invalid("invalid", text, field="cursor")
    return after


class StatementCsv(FileView):
    @extend_schema(parameters=DAYS, responses=CSV)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download a member's statement as a table for a spreadsheet."""
        player, _club, _person = reading.player(actor_of(request), pk)
        body = labels.statement_csv(player, period_of(request))
        return csv_files.download(labels.file_name(player), body)


class SettlementList(ListAPIView[Settlement], View):
    serializer_class = serializers.SettlementOut

    @extend_schema(parameters=[SLUG, *DAYS])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List settlements, the newest first; members see those they have a balance in."""
        _club, person = club_of(request, kwargs["slug"])
        period, found = period_of(request), reading.settlements(person)
        if period.starts_on:
            found = found.filter(ends_on__gte=period.starts_on)
        if period.ends_on:
            found = found.filter(starts_on__lte=period.ends_on)
        page = self.paginate_queryset(found.select_related("settled_by"))
        return self.get_paginated_response(serializers.SettlementOut(page, many=True).data)

    @extend_schema(
        parameters=[SLUG],
        request=serializers.BooksIn,
        responses={201: serializers.SettledOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Settle these books together, in the versions of `settlements/preview`."""
        _club, person = club_of(request, slug)
        books = {
            one["book"]: one["version"] for one in self.validated(serializers.BooksIn)["books"]
        }

        def act() -> Any:
            made = books_settle(by=person, books=books)
            made.refresh_from_db()
            return settled_data(made, person)

        return self.write(request, act)


class PaymentMark(View):
    @extend_schema(responses=serializers.PaymentOut)
    def get(self, request: Request, pk: int) -> Response:
        """Show a payment of a settlement; members see their own."""
        found, _person = reading.payment(actor_of(request), pk)
        _settlement, person = reading.settlement(actor_of(request), found.settlement_id)
        player = None if person.may(Act.SEE_ACCOUNTS) else person.player_id or 0
        return Response(_payment(found, player))

    @extend_schema(request=serializers.MadeIn, responses={200: serializers.PaymentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Mark a payment as made, or as not made yet: either side may, or a director."""
        require_sign_in(request)
        found, person = reading.payment(actor_of(request), pk)
        made = self.validated(serializers.MadeIn)["made"]

        def act() -> Any:
            return _payment(payment_mark(by=person, payment=found, made=made))

        return self.write(request, act, 200)


def _payment(found: Payment, player: int | None = None) -> Any:
    """`player`: only if it is theirs.

    Raises: Absent, also where payer and payee have turned out to be one.
    """
    for one in reading.dues_of(found.settlement_id, player):
        if one.payment == found:
            return serializers.PaymentOut(one).data
    raise Absent


class StatementLetter(View):
    @extend_schema(request=serializers.DaysIn, responses={202: serializers.LetterOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send a statement to its member by e-mail, for the member or a director.

        Asked for again within ten minutes, the same is not sent again.
        """
        require_sign_in(request)
        player, _club, person = reading.player(actor_of(request), pk)
        period = Period(**self.validated(serializers.DaysIn))

        def act() -> Any:
            letter = statement_ask(by=person, player=player, period=period)
            return serializers.LetterOut(letter).data

        return self.write(request, act, 202)


class ClubLimits(View):
    @extend_schema(responses=serializers.LimitsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show the club's limits on stakes and debts."""
        club, person = club_of(request, slug)
        require(person, Act.SEE_CLUB)
        return Response(serializers.LimitsOut(limits.of_club(club.pk)).data)

    @extend_schema(request=serializers.LimitsIn, responses={200: serializers.LimitsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Set the club's limits; null is no limit."""
        _club, person = club_of(request, slug)
        given = Limits(**self.validated(serializers.LimitsIn))

        def act() -> Any:
            return serializers.LimitsOut(club_limits_set(by=person, limits=given)).data

        return self.write(request, act, 200)


class OwnLimits(View):
    @extend_schema(responses=serializers.OwnLimitsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show your own limits; the club's limits apply as well."""
        _club, person = club_of(request, slug)
        require(person, Act.SEE_OWN_ACCOUNT)
        return Response(serializers.OwnLimitsOut(limits.own(person)).data)

    @extend_schema(request=serializers.LimitsIn, responses={200: serializers.OwnLimitsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Set your own limits.

        A lower limit applies at once; a higher one, or null, a day later.
        """
        _club, person = club_of(request, slug)
        given = Limits(**self.validated(serializers.LimitsIn))

        def act() -> Any:
            player_limits_set(by=person, limits=given)
            return serializers.OwnLimitsOut(limits.own(person)).data

        return self.write(request, act, 200)


urlpatterns = [
    *cash.urlpatterns,
    path("evenings/<int:pk>/accounts", EveningAccounts.as_view()),
    path("evenings/<int:pk>/accounts.csv", EveningAccountsCsv.as_view()),
    path("clubs/<slug:slug>/books", BookList.as_view()),
    path("clubs/<slug:slug>/settlements", SettlementList.as_view()),
    path("clubs/<slug:slug>/settlements/preview", SettlePreview.as_view()),
    path("settlements/<int:pk>", SettlementDetail.as_view()),
    path("settlements/<int:pk>/accounts.csv", SettlementCsv.as_view()),
    path("payments/<int:pk>", PaymentMark.as_view()),
    path("players/<int:pk>/statement", Statement.as_view()),
    path("players/<int:pk>/statement.csv", StatementCsv.as_view()),
    path("players/<int:pk>/statement/letter", StatementLetter.as_view()),
    path("clubs/<slug:slug>/limits", ClubLimits.as_view()),
    path("clubs/<slug:slug>/me/limits", OwnLimits.as_view()),
]
