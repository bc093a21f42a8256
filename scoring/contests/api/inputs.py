"""What programs send about contests: one serializer for each act."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from ecarte_club.core.exceptions import Invalid
from games.matches.api.inputs import TermsIn, seat_field
from scoring.contests.rules.kinds import CONTESTS, Kind
from scoring.contests.rules.pool import Paying
from scoring.contests.rules.social import OnLoss
from scoring.contests.services.checks import REASON_MOST
from scoring.contests.services.opening import PLAYERS_MOST

from .events import AMOUNT_MOST, ID_MOST, NUMBER_MOST, EventIn

KINDS = [kind.value for kind in Kind]
LISTED, CUT, DRAWN = PLACES = ["listed", "cut", "drawn"]
CHANGES_MOST = 200


def _amount(told: str, most: int = AMOUNT_MOST) -> StrictInteger:
    return StrictInteger(min_value=0, max_value=most, required=False, help_text=told)


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
    levy = _amount("bank: per cent of what the winning side wins.", 100)
    most = _amount("box: the highest stake that a player may set.")
    on_loss = StrictChoice(
        choices=[one.value for one in OnLoss],
        required=False,
        help_text="box: whether a chouetteur who loses stays, or the captain takes over.",
    )


class GalleryTerms(StrictSerializer):
    """The terms of the gallery's bets."""

    levy = _amount("Per cent of what the winning side wins.", 100)
    most = _amount("The highest bet of one player on one game; 0: no limit.")


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
        choices=PLACES,
        required=False,
        default=LISTED,
        help_text="`cut`: this is the order of the places, which a pool then takes at once. "
        "`drawn`: the site draws that order, and publishes its seed. `listed`: a pool takes its "
        "places later, by `seated` or `draw`.",
    )
    accepted = StrictBoolean(
        required=False,
        default=False,
        help_text="That all of `players` have accepted the terms; they must have.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        known = [one.name for one in fields(CONTESTS[Kind(attrs["kind"])].terms)]
        if strange := attrs.get("agreed", {}).keys() - set(known):
            text = _("There is no such field here. Known: %(known)s.")
            text %= {"known": ", ".join(known)}
            raise serializers.ValidationError({"agreed": {name: [text] for name in strange}})
        if attrs["players"] and not attrs["accepted"]:
            text = _("Must be true: a player joins only after accepting the terms.")
            raise serializers.ValidationError({"accepted": [text]})
        if attrs["places"] != LISTED and not attrs["players"]:
            text = _("Must be %(listed)s where no players are sent.") % {"listed": LISTED}
            raise serializers.ValidationError({"places": [text]})
        return attrs


class ContestAcceptIn(StrictSerializer):
    player = StrictInteger(min_value=1, max_value=ID_MOST)


class ContestSeen(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=NUMBER_MOST, help_text="Of the contest, as you saw it."
    )


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

    def validate_changes(self, changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        places = [one["place"] for one in changes]
        if twice := [place for place in places if places.count(place) > 1]:
            text = _("Give each place once: %(place)s is there twice.") % {"place": twice[0]}
            raise serializers.ValidationError([text])
        return changes


def changes(given: Mapping[str, Any]) -> list[tuple[int, Any]]:
    return [(one["place"], one["event"]) for one in given["changes"]]


def in_changes(fault: Invalid, given: Mapping[str, Any]) -> Invalid:
    """What was refused, under the names that the content has for it."""
    order = [str(one["place"]) for one in given["changes"]]
    alone = "changes.0.event" if len(order) == 1 else ""
    return _renamed(fault, ((name, _within(name, order, alone)) for name in fault.errors))


def _within(field: str, order: list[str], alone: str) -> str:
    head, _dot, place = field.partition(".")
    if head == "changes":
        return f"changes.{order.index(place)}.place" if place in order else field
    if not alone or field == "contest":
        return "changes"
    return f"{alone}.{field}" if field != "accepts" else alone


def in_contest(fault: Invalid, given: Mapping[str, Any]) -> Invalid:
    """What is wrong with who plays is told of the list that was sent; a gallery is no term."""
    names = {"agreed.gallery": "gallery"}
    if given["players"]:
        names |= {"player": "players", "event": "players"}
    return _renamed(fault, ((name, names.get(name, name)) for name in fault.errors))


def _renamed(fault: Invalid, names: Iterable[tuple[str, str]]) -> Invalid:
    errors = {new: fault.errors[old] for old, new in names}
    return Invalid(fault.code, fault.detail, errors=errors, extra=fault.extra)
