"""What programs send to run a tournament."""

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
from ecarte_club.core.exceptions import ID_MOST
from games.matches.api.inputs import TermsIn, seat_anyway_field
from games.matches.services.matches import STARTS_MOST
from scoring.tables.criteria import TIE_BREAKS
from scoring.tournaments.rules.plan import OPTIONS, Option
from scoring.tournaments.rules.swiss.by_hand import Change
from scoring.tournaments.rules.swiss.contenders import MOST
from scoring.tournaments.services.by_hand import REASON_MOST as BY_HAND_REASON_MOST
from scoring.tournaments.services.importing import CONTENT_MOST
from scoring.tournaments.services.meetings import AWARDS, REASON_MOST
from scoring.tournaments.services.opening import KINDS as ALL_KINDS
from scoring.tournaments.services.opening import (
    POINTS_MOST,
    USUAL_SCHEME,
)
from scoring.tournaments.services.rounds import SEED_MOST

Fields = dict[str, serializers.Field[Any, Any, Any, Any]]

NUMBER_MOST = 2**15 - 1
AWARD_NAMES = [one.value for one in AWARDS]
KINDS = [one.value for one in ALL_KINDS]


def player_field(help_text: str = "") -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST, help_text=help_text)


def _points(usual: int) -> StrictInteger:
    return StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=usual)


def _option(option: Option, **shared: Any) -> serializers.Field[Any, Any, Any, Any]:
    shared["required"] = False
    if option.choices:
        return StrictChoice(choices=list(option.choices), **shared)
    shared["help_text"] = option.help_text
    if option.is_yes_or_no:
        return StrictBoolean(**shared)
    if option.default is None:
        shared["allow_null"] = True
    return StrictInteger(min_value=option.least, max_value=option.most, **shared)


class TournamentVersionIn(StrictSerializer):
    version = StrictInteger(
        min_value=0,
        max_value=2**31 - 1,
        help_text="The version of the tournament that you worked on.",
    )


class TournamentIn(StrictSerializer):
    name = StrictText(max_length=80)
    kind = StrictChoice(choices=KINDS, required=False, default=KINDS[0])
    public = StrictBoolean(required=False, default=True)
    seed = StrictText(
        max_length=SEED_MOST,
        required=False,
        default="",
        help_text="The draw key, any text; empty: one is made.",
    )
    terms = TermsIn()
    points_win = _points(USUAL_SCHEME.win)
    points_draw = _points(USUAL_SCHEME.draw)
    points_loss = _points(USUAL_SCHEME.loss)
    points_forfeit = StrictInteger(
        min_value=-POINTS_MOST,
        max_value=POINTS_MOST,
        required=False,
        default=USUAL_SCHEME.forfeit,
        help_text="For who did not come; below zero it costs them points.",
    )
    points_bye = _points(USUAL_SCHEME.bye)
    points_half_bye = _points(USUAL_SCHEME.half_bye)
    tie_breaks = serializers.ListField(
        child=StrictChoice(choices=[one.value for one in TIE_BREAKS]),
        required=False,
        max_length=len(TIE_BREAKS),
    )

    def get_fields(self) -> Fields:
        chosen = {option.name: _option(option, default=option.default) for option in OPTIONS}
        return super().get_fields() | chosen


class TournamentPlanIn(StrictSerializer):
    """What is left out stays."""

    def get_fields(self) -> Fields:
        return {option.name: _option(option) for option in OPTIONS if option.may_change}


class PlayersIn(StrictSerializer):
    players = serializers.ListField(
        child=StrictInteger(min_value=1, max_value=ID_MOST), min_length=1, max_length=MOST
    )


class TournamentEntrantIn(StrictSerializer):
    player = player_field()


class RoundOffIn(StrictSerializer):
    player = player_field()
    round = StrictInteger(min_value=1, max_value=NUMBER_MOST)
    off = StrictBoolean(required=False, default=True, help_text="False: withdraws the request.")


class KeptApartIn(StrictSerializer):
    player = player_field()
    other = player_field()
    apart = StrictBoolean(required=False, default=True, help_text="False: they may meet.")


class FixedPairIn(StrictSerializer):
    player = player_field()
    other = StrictInteger(
        min_value=1,
        max_value=ID_MOST,
        allow_null=True,
        required=False,
        default=None,
        help_text="Null: the player has the bye. Not needed to release a pairing.",
    )
    reason = StrictText(
        max_length=BY_HAND_REASON_MOST,
        required=False,
        default="",
        help_text="Needed to fix a pairing; everybody who sees the round can read it.",
    )
    fixed = StrictBoolean(
        required=False, default=True, help_text="False: the pairing of the player is released."
    )


class PairingPreviewIn(StrictSerializer):
    change = StrictChoice(
        choices=[one.value for one in Change],
        help_text="swap: the two exchange places; pair: they play each other, and so do those "
        "they were to play; bye: the player has the bye.",
    )
    player = player_field()
    other = StrictInteger(
        min_value=1,
        max_value=ID_MOST,
        allow_null=True,
        required=False,
        default=None,
        help_text="The second player; null for a bye.",
    )


class PairingChangeIn(TournamentVersionIn, PairingPreviewIn):
    reason = StrictText(
        max_length=BY_HAND_REASON_MOST, help_text="Everybody who sees the round can read it."
    )


class ReportIn(StrictSerializer):
    content = StrictText(
        max_length=CONTENT_MOST,
        trim_whitespace=False,
        help_text="A TRF16 file; lines may end in LF, CR or both. Above 200 kB send it as "
        "text/plain, alone.",
    )


class DrawIn(TournamentVersionIn):
    seed = StrictText(
        max_length=SEED_MOST,
        required=False,
        default="",
        help_text="The draw key; empty: the tournament's own, and a new one for drawing again.",
    )


class ScheduleIn(StrictSerializer):
    at = serializers.DateTimeField(allow_null=True, help_text="Null: drawn by hand.")
    publish = StrictBoolean(required=False, default=False, help_text="Publish the draw at once.")


class SeatedIn(StrictSerializer):
    fixture = player_field(help_text="The id of a pairing.")
    table = player_field(help_text="The id of a table of the evening.")


class RoundStartIn(StrictSerializer):
    evening = player_field()
    matches = serializers.ListField(child=SeatedIn(), min_length=1, max_length=STARTS_MOST)
    seat_anyway = seat_anyway_field()


class MeetingAwardIn(StrictSerializer):
    award = StrictChoice(choices=AWARD_NAMES)
    reason = StrictText(max_length=REASON_MOST)


class PoolSeatedIn(StrictSerializer):
    pool = player_field(help_text="The id of a pool.")
    table = player_field(help_text="The id of a table of the evening.")


class PoolsStartIn(StrictSerializer):
    evening = player_field()
    pools = serializers.ListField(child=PoolSeatedIn(), min_length=1, max_length=STARTS_MOST)
    accepted = StrictBoolean(
        help_text="Must be true: every player of these pools has accepted the terms."
    )
    seat_anyway = seat_anyway_field()

    def validate_accepted(self, accepted: bool) -> bool:
        if not accepted:
            text = _("Must be true: a player joins only after accepting the terms.")
            raise serializers.ValidationError(text)
        return accepted


class PoolAwardIn(StrictSerializer):
    winner = StrictInteger(
        min_value=1, max_value=ID_MOST, allow_null=True, help_text="Null: nobody came."
    )
    reason = StrictText(max_length=REASON_MOST)


class NothingIn(StrictSerializer):
    pass
