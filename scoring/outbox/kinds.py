"""What other programs are told of, as data. The API and the pages serve this list."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Kind(StrEnum):
    MATCH_STARTED = "match.started"
    MATCH_ENTERED = "match.entered"
    MATCH_ENDED = "match.ended"
    MATCH_CORRECTED = "match.corrected"
    MATCH_REOPENED = "match.reopened"
    STANDINGS_CHANGED = "standings.changed"
    SEASON_OPENED = "season.opened"
    EVENING_OPENED = "evening.opened"
    EVENING_SIGNED_OFF = "evening.signed_off"
    PLAYER_CHANGED = "player.changed"
    PLAYER_ANONYMISED = "player.anonymised"
    PLAYER_MERGED = "player.merged"


# Not a change: what a subscription is sent so that somebody may see whether it arrives.
TEST = "hook.test"

TOLD: dict[Kind, Promise] = {
    Kind.MATCH_STARTED: _("A match was started."),
    Kind.MATCH_ENTERED: _("Something was entered in a match, which goes on."),
    Kind.MATCH_ENDED: _("A match is over."),
    Kind.MATCH_CORRECTED: _("An entry was corrected, mended or taken back."),
    Kind.MATCH_REOPENED: _("A match that was over goes on, as an entry was corrected."),
    Kind.STANDINGS_CHANGED: _("The standings of a season are at a new version."),
    Kind.SEASON_OPENED: _("A season was opened."),
    Kind.EVENING_OPENED: _("An evening was opened."),
    Kind.EVENING_SIGNED_OFF: _("An evening was signed off."),
    Kind.PLAYER_CHANGED: _("A player’s name, or what strangers see of it, is another."),
    Kind.PLAYER_ANONYMISED: _("A player was made anonymous: forget what you know of his name."),
    Kind.PLAYER_MERGED: _("Two players turned out to be one: the second id is kept."),
}
KINDS = [kind.value for kind in Kind]
