"""/api/v1/: advice at a table online."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.api import StrictInteger, StrictSerializer, View, require_sign_in
from games.adviser.selectors.advice import requests_of
from games.adviser.services import advice_again, advice_ask
from games.engine.robots.advice import Advice
from games.engine.seats import Seat
from games.matches.api.review import (
    ACTION_HELP,
    JudgedOptionOut,
    PrintedHintOut,
    action_name,
    hint_data,
    option_data,
)
from games.matches.api.serializers.matches import Out
from games.matches.labels.advice import advice_text
from games.online.api.views import table_of
from games.online.models import OnlineTable
from games.online.selectors.tables import seat_of, table_now


class AdviceIn(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=2**31 - 1, help_text="Of the table, as it was read last."
    )


class AdviceTextOut(Out):
    text = serializers.CharField(help_text="What to do, and how often it wins.")
    why = serializers.CharField(
        help_text="Of bidding: how often these cards win the point, and need to; else empty."
    )
    agreement = serializers.CharField(
        help_text="Whether the printed hints say the same; empty where they say nothing."
    )
    citation = serializers.CharField(
        help_text="The printed hint about the hand, and the work that prints it; else empty."
    )


class AdviceOut(Out):
    options = JudgedOptionOut(many=True, help_text="What can be done, the best first.")
    needed = serializers.FloatField(
        allow_null=True,
        help_text="Of bidding: the least chance of the point with which to play these cards.",
    )
    hint = PrintedHintOut(allow_null=True, help_text="The printed hint about the hand.")
    printed = serializers.CharField(
        allow_null=True, help_text=f"What the printed hints do: {ACTION_HELP}"
    )
    words = AdviceTextOut(help_text="The advice in the language asked for.")


class AdvisedOut(Out):
    id = serializers.IntegerField(help_text="Of the table.")
    version = serializers.IntegerField(help_text="Of the table that the advice is about.")
    requests = serializers.IntegerField(
        help_text="How many decisions of this match you sought advice on: everybody who sees the "
        "match can read it afterwards."
    )
    advice = AdviceOut(
        allow_null=True, help_text="Null in a repeated answer, once the table has changed since."
    )


class TableAdvice(View):
    @extend_schema(request=AdviceIn, responses={201: AdvisedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Ask what to do, in practice against a robot that counts for nothing.

        By your own cards and what you have seen alone. That you asked is on record.
        """
        require_sign_in(request)
        table, person = table_of(request, pk)
        given = self.validated(AdviceIn)
        advised: list[Advice] = []

        def act() -> dict[str, int]:
            # Of the answer nothing is stored that a hand could be told from.
            advised.append(advice_ask(by=person, table=table, version=given["version"]))
            return {"id": table.pk, "version": given["version"]}

        response = self.write(request, act)
        if response.status_code == 201:
            now = table_now(pk)
            again = advised[0] if advised else _again(person, now, response.data["version"])
            response.data = {**response.data, **_data(person, now, again)}
        return response


def _again(person: Person, table: OnlineTable, version: int) -> Advice | None:
    return advice_again(by=person, table=table, version=version)


def _data(person: Person, table: OnlineTable, advised: Advice | None) -> dict[str, Any]:
    seat = seat_of(table, person) or Seat.A
    requests = requests_of(table.match, seat) if table.match else 0
    return {"requests": requests, "advice": advised and advice_data(advised)}


def advice_data(advised: Advice) -> dict[str, Any]:
    reason = advised.reason
    return {
        "options": [option_data(option) for option in advised.options],
        "needed": reason.needed,
        "hint": hint_data(reason.hint.id) if reason.hint else None,
        "printed": None if reason.printed is None else action_name(reason.printed),
        "words": advice_text(advised)._asdict(),
    }
