"""What programs send to run a tournament."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.matches.api.inputs import TermsIn
from games.matches.services.starting import STARTS_MOST
from scoring.contests.rules.pool import Paying
from scoring.tables.criteria import Criterion
from scoring.tournaments.rules.layout import POOL_LEAST
from scoring.tournaments.rules.swiss.entries import MOST
from scoring.tournaments.services import AWARDS
from scoring.tournaments.services import KINDS as ALL_KINDS
from scoring.tournaments.services.awards import REASON_MOST
from scoring.tournaments.services.opening import (
    GOING_ON_MOST,
    GROUPS_MOST,
    POINTS_MOST,
    ROUNDS_MOST,
    SIZE_MOST,
    STAKE_MOST,
    USUAL_SCHEME,
)
from scoring.tournaments.services.rounds import SEED_MOST

ID_MOST = 2**63 - 1
NUMBER_MOST = 2**15 - 1
AWARD_NAMES = [one.value for one in AWARDS]
PAYING = [one.value for one in Paying]
KINDS = [one.value for one in ALL_KINDS]
TIE_BREAKS = [one.value for one in Criterion if one is not Criterion.POINTS]


def player_field(help_text: str = "") -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST, help_text=help_text)


def _points(usual: int) -> StrictInteger:
    return StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=usual)


def _number(least: int, most: int, usual: int, help_text: str) -> StrictInteger:
    return StrictInteger(
        min_value=least, max_value=most, required=False, default=usual, help_text=help_text
    )


def _yes_or_no(usual: bool, help_text: str) -> StrictBoolean:
    return StrictBoolean(required=False, default=usual, help_text=help_text)


class TournamentVersionIn(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=2**31 - 1, help_text="Of the tournament that you worked on."
    )


class TournamentIn(StrictSerializer):
    name = StrictText(max_length=80)
    kind = StrictChoice(choices=KINDS, required=False, default=KINDS[0])
    public = StrictBoolean(required=False, default=True)
    rounds = StrictInteger(
        min_value=0,
        max_value=ROUNDS_MOST,
        required=False,
        default=0,
        help_text="0: so many that one player at most can win them all.",
    )
    seed = StrictText(max_length=SEED_MOST, required=False, default="", help_text="Of the lots.")
    seeds = StrictInteger(
        min_value=0,
        max_value=MOST,
        required=False,
        allow_null=True,
        default=None,
        help_text="So many keep their order, the others have theirs by lot; null: all.",
    )
    groups = _number(1, GROUPS_MOST, 2, "Before a knock-out.")
    first = _number(0, GOING_ON_MOST, 2, "So many of each group go on to the knock-out.")
    best = _number(0, GROUPS_MOST, 0, "And so many of those who come next in theirs.")
    double = _yes_or_no(False, "Everybody meets everybody twice, of all or of a group.")
    size = _number(POOL_LEAST, SIZE_MOST, POOL_LEAST, "Of a pool, as a rule.")
    stake = _number(0, STAKE_MOST, 0, "Of each pool; 0: for honour. A club may play for points.")
    paying = StrictChoice(
        choices=PAYING, required=False, default=PAYING[0], help_text="How each pool is paid."
    )
    third_place = _yes_or_no(False, "Of a knock-out, after groups or not.")
    consolation = _yes_or_no(False, "For who loses the first match played.")
    by_lot = _yes_or_no(
        False, "Draw the first round, the numbers of a round robin, or the groups, by lot."
    )
    second_meetings = _yes_or_no(False, "As few as can be, rather than no round.")
    vary_tables = _yes_or_no(True, "Nobody sits at the same table again while that can be.")
    terms = TermsIn()
    points_win = _points(USUAL_SCHEME.win)
    points_draw = _points(USUAL_SCHEME.draw)
    points_loss = _points(USUAL_SCHEME.loss)
    points_bye = _points(USUAL_SCHEME.bye)
    points_half_bye = _points(USUAL_SCHEME.half_bye)
    tie_breaks = serializers.ListField(
        child=StrictChoice(choices=TIE_BREAKS), required=False, max_length=len(TIE_BREAKS)
    )


class TournamentPlanIn(StrictSerializer):
    """What is left out stays."""

    rounds = StrictInteger(min_value=0, max_value=ROUNDS_MOST, required=False)
    groups = StrictInteger(min_value=1, max_value=GROUPS_MOST, required=False)
    first = StrictInteger(min_value=0, max_value=GOING_ON_MOST, required=False)
    best = StrictInteger(min_value=0, max_value=GROUPS_MOST, required=False)
    double = StrictBoolean(required=False)
    size = StrictInteger(min_value=POOL_LEAST, max_value=SIZE_MOST, required=False)
    stake = StrictInteger(min_value=0, max_value=STAKE_MOST, required=False)
    paying = StrictChoice(choices=PAYING, required=False)
    seeds = StrictInteger(min_value=0, max_value=MOST, required=False, allow_null=True)
    third_place = StrictBoolean(required=False)
    consolation = StrictBoolean(required=False)
    by_lot = StrictBoolean(required=False)


class PlayersIn(StrictSerializer):
    players = serializers.ListField(
        child=StrictInteger(min_value=1, max_value=ID_MOST), min_length=1, max_length=MOST
    )


class TournamentEntrantIn(StrictSerializer):
    player = player_field()


class RoundOffIn(StrictSerializer):
    player = player_field()
    round = StrictInteger(min_value=1, max_value=NUMBER_MOST)
    off = StrictBoolean(required=False, default=True, help_text="False: plays after all.")


class KeptApartIn(StrictSerializer):
    player = player_field()
    other = player_field()
    apart = StrictBoolean(required=False, default=True, help_text="False: may meet.")


class DrawIn(TournamentVersionIn):
    seed = StrictText(
        max_length=SEED_MOST,
        required=False,
        default="",
        help_text="Without one the tournament's own; for drawing again a new one.",
    )


class ScheduleIn(StrictSerializer):
    at = serializers.DateTimeField(allow_null=True, help_text="Null: not by itself.")
    publish = _yes_or_no(False, "And publish it at once.")


class SeatedIn(StrictSerializer):
    fixture = player_field(help_text="The id of a pairing.")
    table = player_field(help_text="Of the evening.")


class RoundStartIn(StrictSerializer):
    evening = player_field()
    matches = serializers.ListField(child=SeatedIn(), min_length=1, max_length=STARTS_MOST)


class MeetingAwardIn(StrictSerializer):
    award = StrictChoice(choices=AWARD_NAMES)
    reason = StrictText(max_length=REASON_MOST)


class PoolSeatedIn(StrictSerializer):
    pool = player_field(help_text="Its id.")
    table = player_field(help_text="Of the evening.")


class PoolsStartIn(StrictSerializer):
    evening = player_field()
    pools = serializers.ListField(child=PoolSeatedIn(), min_length=1, max_length=STARTS_MOST)
    accepted = StrictBoolean(
        help_text="That everybody of these pools has accepted the terms; they must have."
    )

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
