"""/api/v1/: payments during an evening."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import (
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    View,
    require_sign_in,
)
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.ledger.models import Posting
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors.cash import paid_in_cash
from scoring.ledger.services.cash import (
    AMOUNT_MOST,
    payment_record,
    payment_undo,
    player_settle,
)

from .serializers import ID_MOST, VERSION_MOST


class CashPaymentOut(Out):
    id = serializers.IntegerField(source="pk", help_text="Of its transfer in the ledger.")
    payer = NamedOut(allow_null=True, help_text="Null: the club.")
    payee = NamedOut(allow_null=True, help_text="Null: the club.")
    amount = serializers.IntegerField(help_text="In the club's unit, 1 or more.")
    buy_in = serializers.BooleanField(
        source="is_buy_in", help_text="Paid to the club before playing."
    )
    at = serializers.DateTimeField(help_text="When it was recorded.")
    by = serializers.CharField(help_text="Who recorded it.")
    undone_at = serializers.DateTimeField(allow_null=True, help_text="Null: it stands.")


class CashPaymentIn(StrictSerializer):
    payer = StrictInteger(
        min_value=1, max_value=ID_MOST, allow_null=True, help_text="Who pays; null: the club."
    )
    payee = StrictInteger(
        min_value=1, max_value=ID_MOST, allow_null=True, help_text="Who is paid; null: the club."
    )
    amount = StrictInteger(min_value=1, max_value=AMOUNT_MOST, help_text="In the club's unit.")
    buy_in = StrictBoolean(
        required=False, default=False, help_text="Paid by a player to the club before playing."
    )


class PlayerSettleIn(StrictSerializer):
    player = StrictInteger(min_value=1, max_value=ID_MOST, help_text="Who leaves early.")
    version = StrictInteger(
        min_value=0, max_value=VERSION_MOST, help_text="Of the evening's book, as you saw it."
    )


class CashPaymentList(View):
    @extend_schema(responses=CashPaymentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the payments recorded during an evening, the newest first, undone ones too."""
        _evening, book, person = reading.evening_book(actor_of(request), pk)
        require(person, Act.SEE_ACCOUNTS)
        self.read_version = book.version if book else 0
        return Response(CashPaymentOut(paid_in_cash(book), many=True).data)

    @extend_schema(request=CashPaymentIn, responses={201: CashPaymentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Record a payment or a buy-in; the evening's settlement counts it."""
        require_sign_in(request)
        evening, _book, person = reading.evening_book(actor_of(request), pk)
        sent = self.validated(CashPaymentIn)
        return self.write(
            request, lambda: _recorded(payment_record(by=person, evening=evening, **sent))
        )


class PlayerSettle(View):
    @extend_schema(request=PlayerSettleIn, responses={201: CashPaymentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Settle one player who leaves early: they pay the club, or the club pays them."""
        require_sign_in(request)
        evening, _book, person = reading.evening_book(actor_of(request), pk)
        sent = self.validated(PlayerSettleIn)
        return self.write(
            request, lambda: _recorded(player_settle(by=person, evening=evening, **sent))
        )


class CashPaymentUndo(View):
    @extend_schema(request=None, responses={201: CashPaymentOut})
    def post(self, request: Request, pk: int, posting: int) -> Response:
        """Undo a payment; it stays in the list. Undone already, it stays as it is."""
        require_sign_in(request)
        evening, _book, person = reading.evening_book(actor_of(request), pk)
        self.validated(StrictSerializer)

        def act() -> Any:
            back = payment_undo(by=person, evening=evening, posting=posting)
            return _recorded(back.reverses or back)

        return self.write(request, act)


def _recorded(posting: Posting) -> Any:
    found = next(one for one in paid_in_cash(posting.book) if one.pk == posting.pk)
    return CashPaymentOut(found).data


urlpatterns = [
    path("evenings/<int:pk>/payments", CashPaymentList.as_view()),
    path("evenings/<int:pk>/payments/settle", PlayerSettle.as_view()),
    path("evenings/<int:pk>/payments/<int:posting>/undo", CashPaymentUndo.as_view()),
]
