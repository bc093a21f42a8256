"""Every event of every contest as programs send and read it: `event` says what happened, and so
which other fields there are."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from ecarte_club.core.api import StrictBoolean, StrictChoice, StrictInteger, StrictSerializer
from scoring.contests.rules import bank, bets, cul_leve, events, pool, social
from scoring.contests.rules.events import NAME, load, name_of, named
from scoring.contests.rules.kinds import CONTESTS
from scoring.contests.services.opening import PLAYERS_MOST

AMOUNT_MOST, ID_MOST, NUMBER_MOST = 10**9, 2**63 - 1, 2**31 - 1

DESCRIPTIONS: Mapping[type, str] = {
    events.Joined: "Put down at the foot of the queue, after accepting the terms.",
    events.Left: "Has left the pool or chouette.",
    events.SatOut: "Sits out until coming back.",
    events.CameBack: "In the queue again, at its foot.",
    events.Dealt: "The first card of a game was dealt: entered by `deal` alone.",
    events.GameWon: "Who won the game. Its match says so, unless nothing was entered in it.",
    events.Closed: "Nobody plays any further; what was not won is given back.",
    pool.Seated: "Places were taken by cutting: everybody inscribed, the two who play first.",
    cul_leve.BackerSat: "Of all `backers` of the loser, this player takes the seat.",
    cul_leve.SteppedDown: "A winner gives up the seat.",
    bank.Bid: "A bid for the bank.",
    bank.Adjudged: "The bank goes to the highest bidder, who puts up the bid.",
    bank.Punted: "The whole stake against the bank in the next game, instead of before.",
    bank.Backed: "The whole stake on the chouetteur's side, instead of before.",
    bank.TookBack: "The player withdraws the stake on the next game.",
    bank.Renewed: "The chouetteur puts up again what the broken bank was adjudged for.",
    bank.NotRenewed: "The broken bank is not renewed: it is put up again.",
    bank.GaveUp: "The chouetteur takes up what is in the bank, and it is put up again.",
    social.StakeSet: "What the player plays for from the next game on.",
    social.Partnered: "From the next game on bears half of what the chouetteur wins and loses.",
    social.Unpartnered: "Is no longer the partner of the chouetteur.",
    bets.BetLaid: "A bet of the gallery, added to earlier ones; `a` keeps the seat.",
    bets.BetTakenBack: "So much of the latest bets is withdrawn.",
    bets.Forfeited: "A backer who looked at the cards of the other side loses the bets.",
    bets.Short: "So much was missing on the losing side; a second count replaces the first.",
}
TELLABLE = named(kind for kind in DESCRIPTIONS if kind is not events.Dealt)

Field = serializers.Field[Any, Any, Any, Any]


def kinds_of(event: type) -> list[str]:
    """In which contests it happens; bets wherever a gallery may lay them."""
    of_bets = event in get_args(bets.OwnEvent)
    return [
        kind.value
        for kind, contest in CONTESTS.items()
        if event in contest.events or (of_bets and contest.has_gallery)
    ]


def form(event: type, **beside: Field) -> type[StrictSerializer]:
    own = {name: _field(name, hint) for name, hint in get_type_hints(event).items()}
    told = f"{DESCRIPTIONS[event]} In: {', '.join(kinds_of(event))}."
    fields: dict[str, Any] = {NAME: StrictChoice(choices=[name_of(event)]), **own, **beside}
    return type(f"Contest{event.__name__}", (StrictSerializer,), {"__doc__": told, **fields})


def _field(name: str, hint: Any) -> Field:
    if get_origin(hint) is tuple:
        return serializers.ListField(child=_player(), max_length=PLAYERS_MOST)
    if issubclass(hint, StrEnum):
        return StrictChoice(choices=[one.value for one in hint])
    return StrictInteger(min_value=0, max_value=AMOUNT_MOST) if name == "amount" else _player()


def _player() -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST)


def _beside(event: type) -> dict[str, Field]:
    """What is sent with an event when it is told."""
    version = StrictInteger(min_value=0, max_value=NUMBER_MOST, required=False, allow_null=True)
    accepts = {"accepts": StrictBoolean(required=False)} if event is events.Joined else {}
    return {"version": version, **accepts}


FORMS: dict[str, Any] = {name: form(event) for name, event in TELLABLE.items()}
TOLD_FORMS = {name: form(event, **_beside(event)) for name, event in TELLABLE.items()}
EVERY_FORM: dict[str, Any] = {name_of(event): form(event) for event in DESCRIPTIONS}


@extend_schema_field(PolymorphicProxySerializer("ContestEvent", FORMS, NAME))
class EventIn(Field):
    """In its plain form."""

    def to_internal_value(self, data: Any) -> Any:
        return load(_checked(data, FORMS), TELLABLE)


@extend_schema_field(PolymorphicProxySerializer("ContestEvent", EVERY_FORM, NAME))
class EventOut(Field):
    """The same, and the deals."""

    def to_representation(self, value: Any) -> Any:
        return value


class ToldIn(StrictSerializer):
    """An event, and beside its own fields the version, and `accepts` with `joined`."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given = _checked(data, TOLD_FORMS)
        version, accepts = given.pop("version", None), given.pop("accepts", False)
        return {"event": load(given, TELLABLE), "version": version, "accepts": accepts}


def _checked(data: Any, forms: Mapping[str, type[StrictSerializer]]) -> dict[str, Any]:
    """Raises: ValidationError, by field."""
    if not isinstance(data, Mapping):
        return dict(StrictSerializer().run_validation(data))
    try:
        name = StrictChoice(choices=sorted(forms)).run_validation(data.get(NAME, empty))
    except serializers.ValidationError as wrong:
        raise serializers.ValidationError({NAME: wrong.detail}) from wrong
    return dict(forms[name]().run_validation(data))


# What is beside an event only when it is told.
_TOLD: dict[str, Any] = {
    "version": {
        "type": "integer",
        "minimum": 0,
        "maximum": NUMBER_MOST,
        "nullable": True,
        "description": "Of the contest, as you saw it. With a bet: which game you saw, and between "
        "whom; others may have bet since. Left out: whatever there is.",
    },
    "accepts": {
        "type": "boolean",
        "description": "Only with `joined`: that the player accepts the terms.",
    },
}


def _told_schema(event: type) -> dict[str, Any]:
    """An event as corrections and the log have it, with what is beside it."""
    own = {"$ref": f"#/components/schemas/Contest{event.__name__}Request"}
    beside = {name: _TOLD[name] for name in _beside(event)}
    title = f"Contest{event.__name__}Told"
    return {"title": title, "allOf": [own, {"type": "object", "properties": beside}]}


TOLD_SCHEMA = {"application/json": {"oneOf": [_told_schema(one) for one in TELLABLE.values()]}}
