"""What other programs are told of, as data. The API and the pages serve this list."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.outbox import Kind

# Not a change: what a subscription is sent so that somebody may see whether it arrives.
TEST = "hook.test"

TOLD: dict[Kind, Promise] = {
    Kind.MATCH_STARTED: _("A match was started."),
    Kind.MATCH_ENTERED: _("Something was entered in a match that is still in play."),
    Kind.MATCH_ENDED: _("A match is over."),
    Kind.MATCH_CORRECTED: _("An entry was corrected, fixed or undone."),
    Kind.MATCH_REOPENED: _("A finished match was reopened because an entry was corrected."),
    Kind.MATCH_ANNULLED: _("A match was annulled and no longer counts."),
    Kind.MATCH_REINSTATED: _("An annulled match was restored and counts again."),
    Kind.STANDINGS_CHANGED: _("The standings of a season have changed."),
    Kind.SEASON_OPENED: _("A season was opened."),
    Kind.EVENING_OPENED: _("An evening was opened."),
    Kind.EVENING_SIGNED_OFF: _("An evening was signed off."),
    Kind.FIXTURES_PLANNED: _(
        "Fixtures of a season were made: all of them, or those of a late entrant."
    ),
    Kind.FIXTURE_MOVED: _("A fixture was moved to another day."),
    Kind.FIXTURE_AWARDED: _("A fixture was decided without play."),
    Kind.FIXTURE_AWARD_BACK: _(
        "A decision without play was withdrawn: the fixture is to be played."
    ),
    Kind.ENTRANT_LEFT: _(
        "A player or team left a season or tournament, and what happens to "
        "their matches was decided."
    ),
    Kind.ENTRANT_BACK: _("A player or team returned to a season or tournament."),
    Kind.ROUND_PUBLISHED: _("A round of a tournament was published."),
    Kind.ROUND_TAKEN_BACK: _("A published round of a tournament was withdrawn."),
    Kind.TOURNAMENT_OVER: _("A tournament is over."),
    Kind.TOURNAMENT_REOPENED: _("A finished tournament was reopened."),
    Kind.CONTEST_OPENED: _("A pool or chouette was started at an evening."),
    Kind.CONTEST_CLOSED: _("A pool or chouette is over."),
    Kind.CONTEST_REOPENED: _("A finished pool or chouette was reopened."),
    Kind.SETTLEMENT_MADE: _("Evenings were settled, and their accounts no longer change."),
    Kind.PAYMENT_MADE: _("A payment was marked as made."),
    Kind.PAYMENT_NOT_MADE: _("A payment is no longer marked as made."),
    Kind.PLAYER_CHANGED: _("A player’s name, or what the public sees of it, has changed."),
    Kind.PLAYER_ANONYMISED: _("A player was made anonymous: delete the name from your records."),
    Kind.PLAYER_MERGED: _("Two players were merged: the second id is kept."),
}
KINDS = [kind.value for kind in Kind]
# As a page lists them: the beginnings of the kinds' names, by what they are about.
THEMES: dict[Promise, tuple[str, ...]] = {
    _("Matches"): ("match",),
    _("Seasons"): ("season", "standings", "fixtures", "fixture", "entrant"),
    _("Tournaments"): ("tournament", "round"),
    _("Evenings, pools and chouettes"): ("evening", "contest", "settlement", "payment"),
    _("Players"): ("player",),
}
