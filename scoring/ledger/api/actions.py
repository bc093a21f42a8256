"""/api/v1/: settling, marking payments as made, and setting limits."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import View, require_sign_in
from ecarte_club.core.exceptions import Absent
from scoring.ledger.models import Limits, Payment, Settlement
from scoring.ledger.selectors import limits, reading, seen
from scoring.ledger.selectors.periods import Period
from scoring.ledger.services.limits import club_limits_set, player_limits_set
from scoring.ledger.services.settling import books_settle, payment_mark
from scoring.ledger.services.statements import statement_ask

from . import plain, reads, serializers


class SettlementList(ListAPIView[Settlement], View):
    serializer_class = serializers.SettlementOut

    @extend_schema(parameters=[reads.SLUG, *reads.DAYS])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """What was settled, the newest first; a member's are those in which he has a sum."""
        _club, person = club_of(request, kwargs["slug"])
        period, found = reads.period_of(request), seen.settlements(person)
        if period.starts_on:
            found = found.filter(ends_on__gte=period.starts_on)
        if period.ends_on:
            found = found.filter(starts_on__lte=period.ends_on)
        page = self.paginate_queryset(found.select_related("settled_by"))
        rows = [plain.settlement(one) for one in page or ()]
        return self.get_paginated_response(serializers.SettlementOut(rows, many=True).data)

    @extend_schema(
        parameters=[reads.SLUG],
        request=serializers.BooksIn,
        responses={201: serializers.SettledOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Freeze these books together, each as you saw it: `settlements/preview` has them."""
        _club, person = club_of(request, slug)
        books = {one["book"]: one["version"] for one in self.given(serializers.BooksIn)["books"]}

        def act() -> Any:
            made = books_settle(by=person, books=books)
            made.refresh_from_db()
            return reads.settled_plain(made, person)

        return self.write(request, act)


class PaymentMark(View):
    @extend_schema(responses=serializers.PaymentOut)
    def get(self, request: Request, pk: int) -> Response:
        """One payment of a settlement, and whether it is made: a member's are his own."""
        found, _person = seen.payment(actor_of(request), pk)
        _settlement, person = seen.settlement(actor_of(request), found.settlement_id)
        his = None if person.may(Act.SEE_ACCOUNTS) else person.player_id or 0
        return Response(_payment(found, his))

    @extend_schema(request=serializers.MadeIn, responses={200: serializers.PaymentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Mark a payment as made, or as not made yet: either side may, or a director."""
        require_sign_in(request)
        found, person = seen.payment(actor_of(request), pk)
        made = self.given(serializers.MadeIn)["made"]

        def act() -> Any:
            return _payment(payment_mark(by=person, payment=found, made=made))

        return self.write(request, act, 200)


def _payment(found: Payment, player: int | None = None) -> Any:
    """`player`: only if it is his.

    Raises: Absent, also where payer and payee have turned out to be one.
    """
    for one in reading.dues_of(found.settlement_id, player):
        if one.payment == found:
            return serializers.PaymentOut(plain.payment(one, found)).data
    raise Absent


class StatementLetter(View):
    @extend_schema(request=serializers.DaysIn, responses={202: serializers.LetterOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send a member his statement by e-mail, as he asks, or a director.

        Asked for again within ten minutes, the same is not sent again.
        """
        require_sign_in(request)
        player, _club, person = seen.player(actor_of(request), pk)
        period = Period(**self.given(serializers.DaysIn))

        def act() -> Any:
            letter = statement_ask(by=person, player=player, period=period)
            return serializers.LetterOut(letter).data

        return self.write(request, act, 202)


class ClubLimits(View):
    @extend_schema(responses=serializers.LimitsOut)
    def get(self, request: Request, slug: str) -> Response:
        """The most that anybody may stake and owe here."""
        club, person = club_of(request, slug)
        require(person, Act.SEE_CLUB)
        return Response(reads.limits_plain(club.pk))

    @extend_schema(request=serializers.LimitsIn, responses={200: serializers.LimitsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Set both; null is no limit."""
        club, person = club_of(request, slug)
        given = Limits(**self.given(serializers.LimitsIn))

        def act() -> Any:
            club_limits_set(by=person, limits=given)
            return reads.limits_plain(club.pk)

        return self.write(request, act, 200)


class OwnLimits(View):
    @extend_schema(responses=serializers.OwnLimitsOut)
    def get(self, request: Request, slug: str) -> Response:
        """What you let yourself stake and owe; the club's own limits hold as well."""
        _club, person = club_of(request, slug)
        require(person, Act.SEE_OWN_ACCOUNT)
        return Response(_own(limits.own(person)))

    @extend_schema(request=serializers.LimitsIn, responses={200: serializers.OwnLimitsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Set both. What is lower holds at once; what is higher, or null, a day later."""
        _club, person = club_of(request, slug)
        given = Limits(**self.given(serializers.LimitsIn))

        def act() -> Any:
            player_limits_set(by=person, limits=given)
            return _own(limits.own(person))

        return self.write(request, act, 200)


def _own(found: limits.Own) -> Any:
    return serializers.OwnLimitsOut(plain.own_limits(found.held, found.asked)).data


urlpatterns = [
    path("evenings/<int:pk>/accounts", reads.EveningAccounts.as_view()),
    path("evenings/<int:pk>/accounts.csv", reads.EveningAccountsCsv.as_view()),
    path("clubs/<slug:slug>/books", reads.BookList.as_view()),
    path("clubs/<slug:slug>/settlements", SettlementList.as_view()),
    path("clubs/<slug:slug>/settlements/preview", reads.SettlePreview.as_view()),
    path("settlements/<int:pk>", reads.SettlementDetail.as_view()),
    path("settlements/<int:pk>/accounts.csv", reads.SettlementCsv.as_view()),
    path("payments/<int:pk>", PaymentMark.as_view()),
    path("players/<int:pk>/statement", reads.Statement.as_view()),
    path("players/<int:pk>/statement.csv", reads.StatementCsv.as_view()),
    path("players/<int:pk>/statement/letter", StatementLetter.as_view()),
    path("clubs/<slug:slug>/limits", ClubLimits.as_view()),
    path("clubs/<slug:slug>/me/limits", OwnLimits.as_view()),
]
