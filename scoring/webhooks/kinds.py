"""What other programs are told of, as data. The API and the pages serve this list."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.outbox import Kind

# Not a change: what a subscription is sent so that somebody may see whether it arrives.
TEST = "hook.test"

TOLD: dict[Kind, Promise] = {
    Kind.MATCH_STARTED: _("A match was started."),
    Kind.MATCH_ENTERED: _("Something was entered in a match, which goes on."),
    Kind.MATCH_ENDED: _("A match is over."),
    Kind.MATCH_CORRECTED: _("An entry was corrected, mended or taken back."),
    Kind.MATCH_REOPENED: _("A match that was over goes on, as an entry was corrected."),
    Kind.MATCH_ANNULLED: _("A match was annulled: it counts for nothing."),
    Kind.MATCH_REINSTATED: _("That was taken back: the match counts again as it did."),
    Kind.STANDINGS_CHANGED: _("The standings of a season are at a new version."),
    Kind.SEASON_OPENED: _("A season was opened."),
    Kind.EVENING_OPENED: _("An evening was opened."),
    Kind.EVENING_SIGNED_OFF: _("An evening was signed off."),
    Kind.FIXTURES_PLANNED: _("Fixtures of a season were made: all, or those of who comes late."),
    Kind.FIXTURE_MOVED: _("A fixture is on another day."),
    Kind.FIXTURE_AWARDED: _("A fixture was decided without play."),
    Kind.FIXTURE_AWARD_BACK: _("That was taken back: the fixture is to be played."),
    Kind.ENTRANT_LEFT: _("Somebody left a season or a tournament, and what follows was decided."),
    Kind.ENTRANT_BACK: _("Somebody who had left a season or a tournament takes part again."),
    Kind.ROUND_PUBLISHED: _("A round of a tournament was published."),
    Kind.ROUND_TAKEN_BACK: _("A round of a tournament that was published was taken back."),
    Kind.TOURNAMENT_OVER: _("A tournament is over."),
    Kind.TOURNAMENT_REOPENED: _("A tournament that was over goes on."),
    Kind.CONTEST_OPENED: _("A contest was opened at an evening."),
    Kind.CONTEST_CLOSED: _("A contest is over."),
    Kind.CONTEST_REOPENED: _("A contest that was over goes on."),
    Kind.SETTLEMENT_MADE: _("Evenings were settled, and their books are frozen."),
    Kind.PAYMENT_MADE: _("One step of a settlement was marked as done."),
    Kind.PAYMENT_NOT_MADE: _("A step that was marked as done is not done after all."),
    Kind.PLAYER_CHANGED: _("A player’s name, or what strangers see of it, is another."),
    Kind.PLAYER_ANONYMISED: _("A player was made anonymous: forget what you know of his name."),
    Kind.PLAYER_MERGED: _("Two players turned out to be one: the second id is kept."),
}
KINDS = [kind.value for kind in Kind]
# As a page lists them: the beginnings of the kinds' names, by what they are about.
THEMES: dict[Promise, tuple[str, ...]] = {
    _("Matches"): ("match",),
    _("Seasons"): ("season", "standings", "fixtures", "fixture", "entrant"),
    _("Tournaments"): ("tournament", "round"),
    _("Evenings and contests"): ("evening", "contest", "settlement", "payment"),
    _("Players"): ("player",),
}
