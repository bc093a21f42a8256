"""Webhooks and their log in words, for people."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import FORMATTERS, register_acts, register_names
from ecarte_club.core.http_client import Why
from ecarte_club.core.outbox import Kind

from .models import TEST, Delivery, Subscription
from .selectors import waiting

EVENTS: dict[Kind, Promise] = {
    Kind.MATCH_STARTED: _("A match was started."),
    Kind.MATCH_ENTERED: _("Something was entered in a match that is still in play."),
    Kind.MATCH_ENDED: _("A match is over."),
    Kind.MATCH_CORRECTED: _("An entry was corrected, fixed or undone."),
    Kind.MATCH_REOPENED: _("A finished match was reopened because an entry was corrected."),
    Kind.MATCH_ANNULLED: _("A match was annulled and no longer counts."),
    Kind.MATCH_REINSTATED: _("An annulled match was restored and counts again."),
    Kind.MATCH_ABANDONED: _("A match was abandoned: it has no result."),
    Kind.MATCH_ADJOURNED: _("A match is to be continued another day."),
    Kind.MATCH_RESUMED: _("A match that was abandoned or adjourned is being played again."),
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
    Kind.ROUND_CHANGED: _("A pairing of a published round was changed by hand."),
    Kind.ROUND_TAKEN_BACK: _("A published round of a tournament was withdrawn."),
    Kind.TOURNAMENT_OVER: _("A tournament is over."),
    Kind.TOURNAMENT_REOPENED: _("A finished tournament was reopened."),
    Kind.CONTEST_OPENED: _("A pool or chouette was started at an evening."),
    Kind.CONTEST_CLOSED: _("A pool or chouette is over."),
    Kind.CONTEST_REOPENED: _("A finished pool or chouette was reopened."),
    Kind.SETTLEMENT_MADE: _("Evenings were settled, and their accounts no longer change."),
    Kind.PAYMENT_MADE: _("A transfer was marked as made."),
    Kind.PAYMENT_NOT_MADE: _("A transfer is no longer marked as made."),
    Kind.PLAYER_CHANGED: _("A player’s name, or what the public sees of it, has changed."),
    Kind.PLAYER_ANONYMISED: _("A player was made anonymous: delete the name from your records."),
    Kind.PLAYER_MERGED: _("Two players were merged: the second id is kept."),
}
# The beginnings of the kinds' names, by what they are about.
THEMES: dict[Promise, tuple[str, ...]] = {
    _("Matches"): ("match",),
    _("Seasons"): ("season", "standings", "fixtures", "fixture", "entrant"),
    _("Tournaments"): ("tournament", "round"),
    _("Evenings, pools and chouettes"): ("evening", "contest", "settlement", "payment"),
    _("Players"): ("player",),
}


@dataclass(frozen=True, slots=True)
class HookLine:
    """`of`: what it is told of. `state`: how it stands; `wrong` when it needs a look."""

    one: Subscription
    of: str
    state: str
    wrong: bool
    waiting: int


@dataclass(frozen=True, slots=True)
class LogLine:
    one: Delivery
    what: str
    how: str
    wrong: bool


def line(one: Subscription) -> HookLine:
    left = waiting(one)
    where = one.league.name if one.league else gettext("The whole club")
    count = len(one.kinds)
    some = ngettext("%(count)s type of event", "%(count)s types of events", count) % {
        "count": count
    }
    what = some if one.kinds else gettext("All events")
    return HookLine(one, f"{where} · {what}", _state(one, left), _is_wrong(one), left)


def _is_wrong(one: Subscription) -> bool:
    return bool(one.failures) or one.off not in ("", Subscription.Off.HAND)


def _state(one: Subscription, left: int) -> str:
    if one.off:
        return str(one.get_off_display())
    if one.failures:
        return gettext("Failing; %(count)s waiting") % {"count": left}
    return (
        gettext("On; %(count)s waiting") % {"count": left} if left else gettext("On; all delivered")
    )


def log_line(one: Delivery) -> LogLine:
    what = gettext("Test") if one.kind == TEST else str(EVENTS[Kind(one.kind)])
    return LogLine(one, what, _how(one), one.state == Delivery.State.FAILED)


def _how(one: Delivery) -> str:
    if one.state != Delivery.State.FAILED:
        return str(one.get_state_display())
    return str(FAULTS[one.fault]) % {"status": one.status}


FAULTS = {
    Why.UNKNOWN_HOST.value: _("Failed: there is no server with this name"),
    Why.PRIVATE.value: _("Failed: the address leads into a private network"),
    Why.CONNECT.value: _("Failed: the server does not answer"),
    Why.TLS.value: _("Failed: the server’s certificate is not valid"),
    Why.TIMEOUT.value: _("Failed: no answer in time"),
    Why.GARBAGE.value: _("Failed: the answer cannot be read"),
    Why.TOO_LARGE.value: _("Failed: the answer is too long"),
    Why.REDIRECT.value: _("Failed: redirected (%(status)s), and redirects are not followed"),
    Why.STATUS.value: _("Failed: the answer was %(status)s"),
    "unknown": _("Unknown: the site stopped while it was sending"),
    "swept": _("Failed: the message is no longer kept"),
}


ACTS = {
    "hook_make": (_("Webhook added"), _("Webhook added: %(about)s")),
    "hook_change": (_("Webhook changed"), _("Webhook changed: %(about)s")),
    "hook_delete": (_("Webhook deleted"), _("Webhook deleted: %(about)s")),
    "hook_try": (_("Webhook test sent"), _("Webhook test sent: %(about)s")),
    "hook_replay": (
        _("Webhook events sent again"),
        _("Webhook events sent again: %(about)s, from number %(number)s"),
    ),
    "hook_off": (
        _("Webhook switched off by the site"),
        # Translators: %(why)s is a sentence, such as "Nothing was delivered for three days."
        _("Webhook switched off by the site: %(about)s. %(why)s"),
    ),
}


OFF_REASONS = {
    Subscription.Off.FAILING: _("Nothing was delivered for three days."),
    Subscription.Off.GONE: _("The receiver answered that it no longer exists."),
    Subscription.Off.RIGHTS: _("Its owner may no longer run webhooks."),
}


def _off_reason(value: str) -> str:
    return str(OFF_REASONS.get(Subscription.Off(value), value))


def _hooks(ids: set[int]) -> dict[int, str]:
    return {one.pk: one.url for one in Subscription.objects.filter(pk__in=ids).order_by()}


def register() -> None:
    register_acts(ACTS)
    register_names("hook", _hooks)
    FORMATTERS["why"] = _off_reason
