"""/api/v1/: accounts, what was settled, statements, and limits, as they stand."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.parsing import whole
from scoring.ledger.labels import accounts as words
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.models import Book, Settlement
from scoring.ledger.selectors import periods, reading, seen, statements
from scoring.ledger.selectors.books import Place
from scoring.ledger.selectors.debts import who_owes_whom, who_owes_whom_over
from scoring.ledger.selectors.limits import of_club

from . import plain, serializers

DAYS = [
    OpenApiParameter("starts_on", OpenApiTypes.DATE, description="The first day."),
    OpenApiParameter("ends_on", OpenApiTypes.DATE, description="The last day."),
]
SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
YES_OR_NO = {"yes": True, "no": False}
SORT = OpenApiParameter("sort", OpenApiTypes.STR, enum=list(reading.SORTS))


def period_of(request: Request) -> periods.Period:
    return periods.Period.of(request.query_params, strict=True)


def sort_of(request: Request) -> str:
    sort = request.query_params.get("sort", "") or "-amount"
    if sort not in reading.SORTS:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(reading.SORTS)}
        raise Invalid("invalid", text, errors={"sort": text})
    return sort


class EveningAccounts(View):
    @extend_schema(parameters=[SORT], responses=serializers.EveningAccountsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Everybody's sum, the fewest payments, who owes whom, and the transfers behind it."""
        evening, book, _person = seen.evening_book(actor_of(request), pk)
        found = reading.accounts([book] if book else [], evening.club.unit, sort_of(request))
        answer = {
            **plain.accounts(found, evening.club),
            "evening": evening.pk,
            "book": book.pk if book else None,
            "version": book.version if book else None,
            "settled_at": book.settled_at if book else None,
            "settlement": seen.settlement_of(book) if book else None,
            "debts": [plain.debt(one) for one in who_owes_whom(book)] if book else [],
        }
        return Response(serializers.EveningAccountsOut(answer).data)


class EveningAccountsCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=[SORT], responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Everybody's sum, as a table for a spreadsheet."""
        evening, book, _person = seen.evening_book(actor_of(request), pk)
        found = reading.accounts([book] if book else [], evening.club.unit, sort_of(request))
        body = csv_files.write_rows(reading.COLUMNS, reading.csv_rows(found))
        return csv_files.download(f"accounts-{evening.held_on}.csv", body)


class BookList(ListAPIView[Book], View):
    """Books of evenings that you may see, the newest first."""

    serializer_class = serializers.BookOut

    @extend_schema(
        parameters=[SLUG, *DAYS, OpenApiParameter("settled", OpenApiTypes.STR, enum=[*YES_OR_NO])]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, person = club_of(request, kwargs["slug"])
        found = seen.books(person).filter(period_of(request).holds())
        if settled := request.query_params.get("settled", ""):
            if settled not in YES_OR_NO:
                text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(YES_OR_NO)}
                raise Invalid("invalid", text, errors={"settled": text})
            found = found.filter(settled_at__isnull=not YES_OR_NO[settled])
        page = self.paginate_queryset(found)
        rows = [plain.book(one) for one in page or ()]
        return self.get_paginated_response(serializers.BookOut(rows, many=True).data)


class SettlePreview(View):
    @extend_schema(
        parameters=[*DAYS, OpenApiParameter("book", OpenApiTypes.INT, description="It alone.")],
        responses=serializers.PreviewOut,
    )
    def get(self, request: Request, slug: str) -> Response:
        """What is still to be settled of these days, and what it would come to. Nothing is done."""
        club, person = club_of(request, slug)
        require(person, Act.SETTLE)
        asked = request.query_params.get("book", "")
        book = whole(asked)
        if asked and book is None:
            text = _("Must be a whole number.")
            raise Invalid("invalid", text, errors={"book": text})
        found = periods.preview(club, period_of(request), book)
        return Response(serializers.PreviewOut(plain.preview(found, club)).data)


class SettlementDetail(View):
    @extend_schema(parameters=[SORT], responses=serializers.SettledOut)
    def get(self, request: Request, pk: int) -> Response:
        """What was settled together, and which payments are made."""
        found, person = seen.settlement(actor_of(request), pk)
        return Response(settled_plain(found, person, sort_of(request)))


def settled_plain(found: Settlement, person: Person, sort: str = "-amount") -> Any:
    books, accounts, player = _settled(found, person, sort)
    sees_all = person.may(Act.SEE_ACCOUNTS)
    dues = reading.dues_of(found.pk, player)
    answer = {
        **plain.settlement(found),
        "unit": found.club.unit,
        "balances": plain.sums(accounts.lines),
        "levy": accounts.levy,
        "payments": [plain.payment(one, one.payment) for one in dues if one.payment],
        "books": [plain.book(one) for one in books] if sees_all else [],
        "debts": [plain.debt_over(one) for one in who_owes_whom_over(books)] if sees_all else [],
    }
    return serializers.SettledOut(answer).data


def _settled(
    found: Settlement, person: Person, sort: str
) -> tuple[list[Book], reading.Accounts, int | None]:
    """What `person` may see of it; last whose lines alone he may see, if not everybody's."""
    settled = Book.objects.filter(settled__settlement=found).select_related("evening", "settled")
    books = list(settled.order_by("pk"))
    accounts = reading.accounts(books, found.club.unit, sort)
    if person.may(Act.SEE_ACCOUNTS):
        return books, accounts, None
    return books, accounts.of(person.player_id), person.player_id or 0


class SettlementCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=[SORT], responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The sums that were settled, as a table for a spreadsheet."""
        found, person = seen.settlement(actor_of(request), pk)
        _books, accounts, _player = _settled(found, person, sort_of(request))
        body = csv_files.write_rows(reading.COLUMNS, reading.csv_rows(accounts))
        return csv_files.download(f"accounts-{found.starts_on}-{found.ends_on}.csv", body)


class Statement(View):
    @extend_schema(
        parameters=[
            *DAYS,
            OpenApiParameter("cursor", OpenApiTypes.STR, description="As in `next`."),
        ],
        responses=serializers.StatementOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """What was posted to a member's account, the newest first, fifty a page."""
        player, club, _person = seen.player(actor_of(request), pk)
        period = period_of(request)
        books = statements.books_of(player, period)
        page = statements.page(player, books, _after(request))
        dues = reading.dues_for(books, player.pk)
        here = request.build_absolute_uri()
        answer = {
            "player": plain.named(player),
            "unit": club.unit,
            "total": statements.total(player, books),
            "next": replace_query_param(here, "cursor", page.next) if page.next else None,
            "payments": [plain.payment(one, one.payment) for one in dues if one.payment],
            "results": [plain.line(one) for one in page.lines],
        }
        return Response(serializers.StatementOut(answer).data)


def _after(request: Request) -> Place | None:
    asked = request.query_params.get("cursor", "")
    after = statements.place_of(asked)
    if asked and after is None:
        text = _("Must be taken from next or previous of another page.")
        raise Invalid("invalid", text, errors={"cursor": text})
    return after


class StatementCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=DAYS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every line of these days, as a table for a spreadsheet."""
        player, club, _person = seen.player(actor_of(request), pk)
        books = statements.books_of(player, period_of(request))
        rows = words.csv_rows(statements.whole_statement(player, books), unit_words(club))
        body = csv_files.write_rows(statements.COLUMNS, rows)
        return csv_files.download(words.file_name(player), body)


def limits_plain(club_id: int) -> Any:
    return serializers.LimitsOut(plain.limits(of_club(club_id))).data
