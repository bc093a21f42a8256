"""Tables online as programs read and write them."""

import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from ecarte_club.clubs.models import Player, Robot
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.engine.codes import CODES
from games.engine.terms import FormatKind
from games.matches.api.inputs import TermsIn, id_field
from games.matches.services.entries import REASON_MOST
from games.online.models import Clock, OnlineTable
from games.online.rules.actions import SENT_MOST
from games.online.selectors.tables import players_of
from games.online.services.asides import PHRASES
from games.online.services.directing import MINUTES_MOST

SEATS = ["a", "b"]
HEX = "64 hexadecimal digits in lower case"
ROBOTS = ["", *Robot.values]
ROBOT_HELP = "The level of a robot, whose links are empty; empty for people."
NUMBER = re.compile("[0-9]{1,7}")


class PlayIn(StrictSerializer):
    clock = StrictChoice(
        choices=Clock.choices, default=Clock.NONE, help_text="How fast it is played."
    )
    spectators = StrictBoolean(
        default=True, help_text="Whether whoever may see the match may watch it."
    )
    second_proposal = StrictBoolean(
        default=False, help_text="A second proposal, under a code that has one by agreement."
    )


class OnlineTableIn(PlayIn):
    guest = id_field(
        required=False, allow_null=True, help_text="Who is invited; left out: whoever comes first."
    )
    robot = StrictChoice(
        choices=Robot.values,
        required=False,
        help_text="Instead of a guest: a robot of this level, which sits down at once.",
    )
    event = id_field(
        required=False,
        allow_null=True,
        help_text="The id of a season or tournament: the match counts in it.",
    )
    fixture = id_field(
        required=False,
        allow_null=True,
        help_text="The id of the fixture that it plays, where the two have several.",
    )
    terms = TermsIn(required=False, allow_null=True, help_text="Only without an event.")


class ChainIn(StrictSerializer):
    end = StrictText(max_length=64, help_text=f"The end of this device’s chain: {HEX}.")


class LinksField(serializers.DictField):
    """Links by the number of their draw."""

    child = StrictText(max_length=64)

    def to_internal_value(self, data: Any) -> Any:
        names = map(str, data) if isinstance(data, dict) else ()
        if wrong := [name for name in names if not NUMBER.fullmatch(name)]:
            text = _("There is no such field here. Known: %(known)s.") % {"known": "1, 2, 3 …"}
            raise serializers.ValidationError({name: [text] for name in wrong})
        sent = super().to_internal_value(data)
        return {int(name): link for name, link in sent.items()}


class LinksIn(StrictSerializer):
    links = LinksField(help_text=f"Links of the chain by the number of their draw: {HEX}.")


class ActIn(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=2**31 - 1, help_text="Of the table, as it was read last."
    )
    act = StrictText(
        max_length=SENT_MOST,
        help_text='A word such as "propose"; a card such as "KH"; "-7H 8H" for cards discarded.',
    )
    king = StrictBoolean(default=False, help_text="The king is announced together with the card.")
    links = LinksField(required=False, help_text="Links for further draws, opened with it.")


class PhraseIn(StrictSerializer):
    phrase = StrictChoice(choices=PHRASES, help_text="Everybody at the table reads it.")


class PointIn(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=2**31 - 1, help_text="Of the table, as it was read last."
    )
    at = StrictText(max_length=SENT_MOST, help_text="A card or a word that the player may choose.")


class HandAnnulmentIn(StrictSerializer):
    reason = StrictText(max_length=REASON_MOST, help_text="Why: everybody who sees it can read it.")
    draw = StrictInteger(
        min_value=1,
        required=False,
        help_text="The hand that you mean, by its draw: refused where another one is in play.",
    )


class ClockExtensionIn(StrictSerializer):
    minutes = StrictInteger(
        min_value=1, max_value=MINUTES_MOST, help_text="For whoever is waited for, for this action."
    )


class AdjudicationPreviewIn(StrictSerializer):
    winner = StrictChoice(choices=SEATS, help_text="Who is to win the match.")


class AdjudicationIn(AdjudicationPreviewIn):
    reason = StrictText(max_length=REASON_MOST, help_text="Why, for the club’s log.")


class AdjudicationOut(serializers.Serializer[Any]):
    games_a = serializers.IntegerField(help_text="Games that A would have won.")
    games_b = serializers.IntegerField(help_text="Games that B would have won.")
    hands = serializers.IntegerField(help_text="Hands that would be entered as abandoned (law 42).")


class EmptyIn(StrictSerializer):
    """Nothing need be sent."""


class PersonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(help_text="Empty as long as nobody sits there.")


class OnlineTableOut(serializers.ModelSerializer[OnlineTable]):
    match = serializers.IntegerField(
        source="match_id", allow_null=True, help_text="Null until somebody sits down opposite."
    )
    event = serializers.IntegerField(source="event_id", allow_null=True)
    fixture = serializers.IntegerField(
        allow_null=True, help_text="The fixture that an invitation of its page is for."
    )
    players = serializers.SerializerMethodField(help_text="By seat.")

    class Meta:
        model = OnlineTable
        fields = [
            *("id", "version", "status", "match", "event", "fixture", "players", "clock"),
            "spectators",
        ]
        extra_kwargs = {
            "version": {"help_text": "Moves with every change that somebody at the table sees."},
            "clock": {"help_text": "How fast it is played."},
            "spectators": {"help_text": "Whether whoever may see the match may watch it."},
        }

    def get_players(self, table: OnlineTable) -> dict[str, dict[str, Any]]:
        return {seat.value: _person(player) for seat, player in players_of(table).items()}


def _person(player: Player | None) -> dict[str, Any]:
    return {
        "id": player.pk if player else None,
        "name": player.name if player else "",
        "robot": player.robot if player else "",
    }


class OnlinePairOut(serializers.Serializer[Any]):
    a = serializers.IntegerField()
    b = serializers.IntegerField()


class SeatedOut(PersonOut):
    robot = serializers.ChoiceField(choices=ROBOTS, help_text=ROBOT_HELP)
    here = serializers.BooleanField(help_text="Whether they look at the table.")
    away_since = serializers.DateTimeField(
        allow_null=True,
        help_text="When they looked at it last; null: they are here, or never were.",
    )


class SeatsOut(serializers.Serializer[Any]):
    a = SeatedOut()
    b = SeatedOut()


class DrawOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["cut", "hand"])
    missing = serializers.ListField(
        child=serializers.ChoiceField(choices=SEATS), help_text="Whose links it waits for."
    )


class CutOut(serializers.Serializer[Any]):
    a = serializers.CharField(help_text="A card.")
    b = serializers.CharField(help_text="A card.")


class OnlineMarkOut(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=SEATS)
    kind = serializers.CharField()
    points = serializers.IntegerField()
    law = serializers.CharField(help_text="A citation.")


class NumbersOut(serializers.Serializer[Any]):
    least = serializers.IntegerField(help_text="Cards.")
    most = serializers.IntegerField(help_text="Cards.")


class OnlineHandOut(serializers.Serializer[Any]):
    draw = serializers.IntegerField(help_text="The number of its draw.")
    dealer = serializers.ChoiceField(choices=SEATS)
    phase = serializers.CharField(
        help_text="proposal, answer, discard_elder, discard_dealer, play or over."
    )
    to_act = serializers.ChoiceField(choices=SEATS, allow_null=True, help_text="Whose turn it is.")
    turn_up = serializers.CharField(help_text="A card.")
    trump = serializers.CharField(help_text="C, D, H or S.")
    stock = serializers.IntegerField(help_text="Cards left.")
    cards = OnlinePairOut(help_text="How many each holds.")
    own = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The hand that you may see."
    )
    words = serializers.ListField(
        child=serializers.ListField(),
        help_text="Who said what, in order; a number is of cards exchanged.",
    )
    played = serializers.ListField(child=serializers.ListField(), help_text="Who played what.")
    lead = serializers.CharField(allow_null=True, help_text="The card to be played to.")
    tricks = OnlinePairOut()
    marks = OnlineMarkOut(many=True)
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="What you may do, discards excepted."
    )
    discard = NumbersOut(allow_null=True, help_text="How many cards you may discard now.")
    refused = serializers.DictField(
        child=serializers.DictField(), help_text="Own cards that may not be played, and why."
    )


class ActionOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    seat = serializers.ChoiceField(choices=SEATS, allow_null=True)
    act = serializers.CharField(help_text="Of a discard, only how many cards: -2.")
    head = serializers.CharField(help_text="Of the chain of actions, with this one.")
    at = serializers.DateTimeField()


class ClockOut(serializers.Serializer[Any]):
    seconds = serializers.IntegerField(help_text="For each action.")
    reserve = OnlinePairOut(help_text="Milliseconds left for this game.")
    turn = serializers.ChoiceField(choices=SEATS, allow_null=True, help_text="Whose time runs.")
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="When it is over, the reserve included."
    )
    stopped = serializers.BooleanField(
        help_text="Whether a director stopped it: it runs again from the next action."
    )
    now = serializers.DateTimeField(help_text="The site’s time.")


class StateOut(serializers.Serializer[Any]):
    """Which fields there are never depends on what you do not see."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=OnlineTable.Status.choices)
    audience = serializers.ChoiceField(
        choices=["a", "b", "backer_a", "backer_b", "public"], help_text="As whom you see it."
    )
    players = SeatsOut()
    code = serializers.ChoiceField(choices=list(CODES))
    format = serializers.ChoiceField(choices=[kind.value for kind in FormatKind])
    games_of = serializers.IntegerField(help_text="Games of the format.")
    rubbers_of = serializers.IntegerField(help_text="The match is the best of so many rubbers.")
    spectators = serializers.BooleanField(
        help_text="Whether whoever may see the match may watch it."
    )
    match = serializers.IntegerField(allow_null=True)
    score = OnlinePairOut()
    games = OnlinePairOut(help_text="Won so far.")
    game = serializers.IntegerField(help_text="The number of the game in play.")
    draw = DrawOut(allow_null=True, help_text="The next draw, while links are waited for.")
    cut = CutOut(many=True, allow_null=True, help_text="The latest cuts for deal.")
    hand = OnlineHandOut(allow_null=True)
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="Without a hand: deal_first and leave_deal."
    )
    last = ActionOut(allow_null=True)
    clock = ClockOut(allow_null=True, help_text="Null where time does not matter.")
    chain = serializers.DictField(help_text="By seat, and of the server: what was published.")
    claim = serializers.BooleanField(help_text="Whether you may claim the match.")
    points = serializers.ListField(
        child=serializers.CharField(), help_text="What your backers point at."
    )
    look_in = serializers.IntegerField(
        allow_null=True,
        help_text="Milliseconds until a robot acts: read the state again then. Null: it does not.",
    )
    result = serializers.DictField(
        allow_null=True,
        help_text="The winner, and the numbers of the entries played here.",
    )
