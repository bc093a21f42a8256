"""What programs send about contests: one serializer for each act."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from ecarte_club.core.exceptions import Invalid
from games.matches.api.inputs import TermsIn, seat_anyway_field, seat_field
from scoring.contests.rules import bank, bets, cul_leve, events, pool, social
from scoring.contests.rules.events import NAME, by_name, load, name_of
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.rules.pool import Paying
from scoring.contests.rules.social import OnLoss
from scoring.contests.services.checks import REASON_MOST, SITTING_IN
from scoring.contests.services.opening import PLAYERS_MOST, Places
from scoring.ledger.rules import Remainder

AMOUNT_MOST, ID_MOST, NUMBER_MOST = 10**9, 2**63 - 1, 2**31 - 1

DESCRIPTIONS: Mapping[type, str] = {
    events.Joined: "Put down at the foot of the queue, after accepting the terms.",
    events.Left: "Has left the pool or chouette.",
    events.SatOut: "Sits out until coming back.",
    events.CameBack: "In the queue again, at its foot.",
    events.Dealt: "The first card of a game was dealt: entered by `deal` alone.",
    events.GameWon: "Who won the game. Its match says so, unless nothing was entered in it. In a "
    "correction `stays` is who kept the seat after it; left out, whoever did.",
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
TELLABLE = by_name(kind for kind in DESCRIPTIONS if kind is not events.Dealt)

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
    own = {
        name: _field(name, hint) for name, hint in get_type_hints(event).items() if name != "bank"
    }
    told = f"{DESCRIPTIONS[event]} In: {', '.join(kinds_of(event))}."
    fields: dict[str, Any] = {NAME: StrictChoice(choices=[name_of(event)]), **own, **beside}
    return type(f"Contest{event.__name__}", (StrictSerializer,), {"__doc__": told, **fields})


def _field(name: str, hint: Any) -> Field:
    if name == "stays":
        told = "In corrections alone: who kept the seat, if it is not the winner."
        return StrictInteger(min_value=1, max_value=ID_MOST, required=False, help_text=told)
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
    seats = (*SITTING_IN, pool.Seated)
    anyway = {"seat_anyway": seat_anyway_field()} if event in seats else {}
    return {"version": version, **accepts, **anyway}


FORMS: dict[str, Any] = {name: form(event) for name, event in TELLABLE.items()}
ENTRY_FORMS = {name: form(event, **_beside(event)) for name, event in TELLABLE.items()}
_BANK = StrictChoice(
    choices=[one.value for one in events.BankAfter if one],
    required=False,
    help_text="What became of the bank in fact, where a correction changed what was in it.",
)
EVERY_FORM: dict[str, Any] = {
    name_of(event): form(event, **({"bank": _BANK} if event is events.GameWon else {}))
    for event in DESCRIPTIONS
}


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


class EventEntryIn(StrictSerializer):
    """An event, and beside its own fields the version, `accepts` with `joined`, and `seat_anyway`
    with what seats somebody."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given = _checked(data, ENTRY_FORMS)
        beside = {"version": given.pop("version", None), "accepts": given.pop("accepts", False)}
        beside["seat_anyway"] = given.pop("seat_anyway", False)
        return {"event": load(given, TELLABLE), **beside}


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
_BESIDE: dict[str, Any] = {
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
    "seat_anyway": {
        "type": "boolean",
        "default": False,
        "description": "Also players who are not free, where it seats somebody. Left out, the "
        "answer is then 409, `already_seated`, with who is not free and why.",
    },
}


def _entry_schema(event: type) -> dict[str, Any]:
    """An event as corrections and the log have it, with what is beside it."""
    own = {"$ref": f"#/components/schemas/Contest{event.__name__}Request"}
    beside = {name: _BESIDE[name] for name in _beside(event)}
    title = f"Contest{event.__name__}Told"
    return {"title": title, "allOf": [own, {"type": "object", "properties": beside}]}


ENTRY_SCHEMA = {"application/json": {"oneOf": [_entry_schema(one) for one in TELLABLE.values()]}}


KINDS = [kind.value for kind in Kind]
CHANGES_MOST = 200


def _amount(told: str, most: int = AMOUNT_MOST) -> StrictInteger:
    return StrictInteger(min_value=0, max_value=most, required=False, help_text=told)


def _remainder(of: str) -> StrictChoice:
    return StrictChoice(
        choices=[one.value for one in Remainder],
        required=False,
        help_text=f"{of}: who has the odd counters of what is shared out: the largest fractions "
        "(as usual), or one after the other from the first on.",
    )


class ContestTerms(StrictSerializer):
    """The terms of a contest, as they are sent and read; those of other kinds are not there."""

    stake = _amount("pool (0: for honour), cul_leve (0: none), box: of a game.")
    paying = StrictChoice(
        choices=[one.value for one in Paying], required=False, help_text="pool: how it is paid."
    )
    to_win = _amount("pool: games in succession; 0: one less than there are players.")
    loser_inscribes = StrictBoolean(
        required=False, help_text="cul_leve: the loser goes to the foot of the list without asking."
    )
    backer_sits = StrictBoolean(
        required=False, help_text="cul_leve: a backer of the loser may take the seat."
    )
    minimum = _amount("bank: the lowest first bid.")
    step = _amount("bank: by how much a bid must exceed the one before.")
    most_bank = _amount("bank: the highest bid; 0: no limit.")
    most_stake = _amount("bank: the highest stake on a game; 0: no limit.")
    levy = _amount("bank: per cent; of what, `levy_on` says.", 100)
    levy_on = StrictChoice(
        choices=[one.value for one in bank.LevyOn],
        required=False,
        help_text="bank: of the bank, when it is adjudged and when it is renewed (as usual), or of "
        "what the winning side wins by each game.",
    )
    remainder = _remainder("bank")
    most = _amount("box: the highest stake that a player may set.")
    on_loss = StrictChoice(
        choices=[one.value for one in OnLoss],
        required=False,
        help_text="box: whether a chouetteur who loses stays, or the captain takes over. Left out: "
        "as the code of laws has `loser_goes_out`; with `unless_chouette` the chouetteur stays.",
    )


class GalleryTerms(StrictSerializer):
    """The terms of the gallery's bets."""

    levy = _amount("Per cent of what the winning side wins.", 100)
    most = _amount("The highest bet of one player on one game; 0: no limit.")
    remainder = _remainder("Bets")


class ContestIn(StrictSerializer):
    kind = StrictChoice(choices=KINDS)
    table = StrictInteger(min_value=1, max_value=ID_MOST, help_text="Of the evening: its id.")
    terms = TermsIn(
        required=False,
        allow_null=True,
        help_text="Of each match that is dealt. Left out: one game, by the club's code.",
    )
    agreed = ContestTerms(required=False, help_text="What is left out is as usual.")
    gallery = GalleryTerms(
        required=False, allow_null=True, help_text="null or left out: no bets are laid."
    )
    players = serializers.ListField(
        child=StrictInteger(min_value=1, max_value=ID_MOST),
        required=False,
        default=list,
        max_length=PLAYERS_MOST,
        help_text="Inscribed at once, in this order unless it is drawn.",
    )
    places = StrictChoice(
        choices=[*Places],
        required=False,
        default=Places.LISTED.value,
        help_text="`cut`: this is the order of the places, which a pool then takes at once. "
        "`drawn`: the site draws that order, and publishes its seed. `listed`: a pool takes its "
        "places later, by `seated` or `draw`.",
    )
    accepted = StrictBoolean(
        required=False,
        default=False,
        help_text="That all of `players` have accepted the terms; they must have.",
    )
    seat_anyway = seat_anyway_field()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        known = [one.name for one in fields(CONTESTS[Kind(attrs["kind"])].terms)]
        if strange := attrs.get("agreed", {}).keys() - set(known):
            text = _("There is no such field here. Known: %(known)s.")
            text %= {"known": ", ".join(known)}
            raise serializers.ValidationError({"agreed": {name: [text] for name in strange}})
        if attrs["players"] and not attrs["accepted"]:
            text = _("Must be true: a player joins only after accepting the terms.")
            raise serializers.ValidationError({"accepted": [text]})
        if attrs["places"] != Places.LISTED and not attrs["players"]:
            text = _("Must be %(listed)s where no players are sent.") % {"listed": Places.LISTED}
            raise serializers.ValidationError({"places": [text]})
        return attrs


class ContestAcceptIn(StrictSerializer):
    player = StrictInteger(min_value=1, max_value=ID_MOST)


class ContestSeen(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=NUMBER_MOST, help_text="Of the contest, as you saw it."
    )


class ContestDrawIn(ContestSeen):
    seat_anyway = seat_anyway_field()


class ContestDealIn(ContestSeen):
    first_dealer = seat_field(
        required=False, allow_null=True, help_text="The winner of the cut; `a` keeps the seat."
    )


class ContestChangeIn(StrictSerializer):
    place = StrictInteger(min_value=1, max_value=NUMBER_MOST)
    event = EventIn(allow_null=True, help_text="What happened there instead; null: nothing did.")


class ContestCorrectionIn(ContestSeen):
    changes = serializers.ListField(child=ContestChangeIn(), min_length=1, max_length=CHANGES_MOST)
    reason = StrictText(max_length=REASON_MOST)

    def validate_changes(self, changes: list[dict[str, Any]]) -> list[tuple[int, Any]]:
        places = [one["place"] for one in changes]
        if twice := [place for place in places if places.count(place) > 1]:
            text = _("Give each place once: %(place)s is there twice.") % {"place": twice[0]}
            raise serializers.ValidationError([text])
        return [(one["place"], one["event"]) for one in changes]


def in_changes(fault: Invalid, changes: Iterable[tuple[int, Any]]) -> Invalid:
    """What was refused, under the names that the content of a correction has for it."""
    order = [str(place) for place, _event in changes]
    if not order:
        return fault
    alone = "changes.0.event" if len(order) == 1 else ""
    return _renamed(fault, ((name, _within(name, order, alone)) for name in fault.errors))


def _within(field: str, order: list[str], alone: str) -> str:
    head, _dot, place = field.partition(".")
    if head == "changes":
        return f"changes.{order.index(place)}.place" if place in order else field
    if not alone or field == "contest":
        return "changes"
    return f"{alone}.{field}" if field != "accepts" else alone


def in_contest(fault: Invalid, players: Sequence[int]) -> Invalid:
    """What is wrong with who plays is told of the list that was sent; a gallery is no term."""
    names = {"agreed.gallery": "gallery"}
    if players:
        names |= {"player": "players", "event": "players"}
    return _renamed(fault, ((name, names.get(name, name)) for name in fault.errors))


def _renamed(fault: Invalid, names: Iterable[tuple[str, str]]) -> Invalid:
    return fault.renamed({new: fault.errors[old] for old, new in names})
