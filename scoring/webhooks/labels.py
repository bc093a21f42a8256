"""Webhooks and their log in words, for people."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ecarte_club.clubs.audit_log import FORMATTERS, register_acts, register_names
from ecarte_club.core.http_client import Why
from ecarte_club.core.outbox import Kind

from .models import TEST, Delivery, Subscription
from .selectors import waiting

EVENTS: dict[Kind, Promise] = {
    Kind.MATCH_STARTED: gettext_lazy("A match was started."),
    Kind.MATCH_ENTERED: gettext_lazy("Something was entered in a match that is still in play."),
    Kind.MATCH_ENDED: gettext_lazy("A match is over."),
    Kind.MATCH_CORRECTED: gettext_lazy("An entry was corrected, fixed or undone."),
    Kind.MATCH_REOPENED: gettext_lazy(
        "A finished match was reopened because an entry was corrected."
    ),
    Kind.MATCH_ANNULLED: gettext_lazy("A match was annulled and no longer counts."),
    Kind.MATCH_REINSTATED: gettext_lazy("An annulled match was restored and counts again."),
    Kind.STANDINGS_CHANGED: gettext_lazy("The standings of a season have changed."),
    Kind.SEASON_OPENED: gettext_lazy("A season was opened."),
    Kind.EVENING_OPENED: gettext_lazy("An evening was opened."),
    Kind.EVENING_SIGNED_OFF: gettext_lazy("An evening was signed off."),
    Kind.FIXTURES_PLANNED: gettext_lazy(
        "Fixtures of a season were made: all of them, or those of a late entrant."
    ),
    Kind.FIXTURE_MOVED: gettext_lazy("A fixture was moved to another day."),
    Kind.FIXTURE_AWARDED: gettext_lazy("A fixture was decided without play."),
    Kind.FIXTURE_AWARD_BACK: gettext_lazy(
        "A decision without play was withdrawn: the fixture is to be played."
    ),
    Kind.ENTRANT_LEFT: gettext_lazy(
        "A player or team left a season or tournament, and what happens to "
        "their matches was decided."
    ),
    Kind.ENTRANT_BACK: gettext_lazy("A player or team returned to a season or tournament."),
    Kind.ROUND_PUBLISHED: gettext_lazy("A round of a tournament was published."),
    Kind.ROUND_TAKEN_BACK: gettext_lazy("A published round of a tournament was withdrawn."),
    Kind.TOURNAMENT_OVER: gettext_lazy("A tournament is over."),
    Kind.TOURNAMENT_REOPENED: gettext_lazy("A finished tournament was reopened."),
    Kind.CONTEST_OPENED: gettext_lazy("A pool or chouette was started at an evening."),
    Kind.CONTEST_CLOSED: gettext_lazy("A pool or chouette is over."),
    Kind.CONTEST_REOPENED: gettext_lazy("A finished pool or chouette was reopened."),
    Kind.SETTLEMENT_MADE: gettext_lazy(
        "Evenings were settled, and their accounts no longer change."
    ),
    Kind.PAYMENT_MADE: gettext_lazy("A transfer was marked as made."),
    Kind.PAYMENT_NOT_MADE: gettext_lazy("A transfer is no longer marked as made."),
    Kind.PLAYER_CHANGED: gettext_lazy(
        "A player’s name, or what the public sees of it, has changed."
    ),
    Kind.PLAYER_ANONYMISED: gettext_lazy(
        "A player was made anonymous: delete the name from your records."
    ),
    Kind.PLAYER_MERGED: gettext_lazy("Two players were merged: the second id is kept."),
}
# The beginnings of the kinds' names, by what they are about.
THEMES: dict[Promise, tuple[str, ...]] = {
    gettext_lazy("Matches"): ("match",),
    gettext_lazy("Seasons"): ("season", "standings", "fixtures", "fixture", "entrant"),
    gettext_lazy("Tournaments"): ("tournament", "round"),
    gettext_lazy("Evenings, pools and chouettes"): ("evening", "contest", "settlement", "payment"),
    gettext_lazy("Players"): ("player",),
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
    where = one.league.name if one.league else _("The whole club")
    count = len(one.kinds)
    some = ngettext("%(count)s type of event", "%(count)s types of events", count) % {
        "count": count
    }
    what = some if one.kinds else _("All events")
    return HookLine(one, f"{where} · {what}", _state(one, left), _is_wrong(one), left)


def _is_wrong(one: Subscription) -> bool:
    return bool(one.failures) or one.off not in ("", Subscription.Off.HAND)


def _state(one: Subscription, left: int) -> str:
    if one.off:
        return str(one.get_off_display())
    if one.failures:
        return _("Failing; %(count)s waiting") % {"count": left}
    return _("On; %(count)s waiting") % {"count": left} if left else _("On; all delivered")


def log_line(one: Delivery) -> LogLine:
    what = _("Test") if one.kind == TEST else str(EVENTS[Kind(one.kind)])
    return LogLine(one, what, _how(one), one.state == Delivery.State.FAILED)


def _how(one: Delivery) -> str:
    if one.state != Delivery.State.FAILED:
        return str(one.get_state_display())
    return FAULTS[one.fault]() % {"status": one.status}


FAULTS = {
    Why.UNKNOWN_HOST.value: lambda: _("Failed: there is no server with this name"),
    Why.PRIVATE.value: lambda: _("Failed: the address leads into a private network"),
    Why.CONNECT.value: lambda: _("Failed: the server does not answer"),
    Why.TLS.value: lambda: _("Failed: the server’s certificate is not valid"),
    Why.TIMEOUT.value: lambda: _("Failed: no answer in time"),
    Why.GARBAGE.value: lambda: _("Failed: the answer cannot be read"),
    Why.TOO_LARGE.value: lambda: _("Failed: the answer is too long"),
    Why.REDIRECT.value: lambda: _(
        "Failed: redirected (%(status)s), and redirects are not followed"
    ),
    Why.STATUS.value: lambda: _("Failed: the answer was %(status)s"),
    "unknown": lambda: _("Unknown: the site stopped while it was sending"),
    "swept": lambda: _("Failed: the message is no longer kept"),
}


ACTS = {
    "hook_make": (gettext_lazy("Webhook added"), gettext_lazy("Webhook added: %(about)s")),
    "hook_change": (gettext_lazy("Webhook changed"), gettext_lazy("Webhook changed: %(about)s")),
    "hook_delete": (gettext_lazy("Webhook deleted"), gettext_lazy("Webhook deleted: %(about)s")),
    "hook_try": (gettext_lazy("Webhook test sent"), gettext_lazy("Webhook test sent: %(about)s")),
    "hook_replay": (
        gettext_lazy("Webhook events sent again"),
        gettext_lazy("Webhook events sent again: %(about)s, from number %(number)s"),
    ),
    "hook_off": (
        gettext_lazy("Webhook switched off by the site"),
        # Translators: %(why)s is a sentence, such as "Nothing was delivered for three days."
        gettext_lazy("Webhook switched off by the site: %(about)s. %(why)s"),
    ),
}


OFF_REASONS = {
    Subscription.Off.FAILING: gettext_lazy("Nothing was delivered for three days."),
    Subscription.Off.GONE: gettext_lazy("The receiver answered that it no longer exists."),
    Subscription.Off.RIGHTS: gettext_lazy("Its owner may no longer run webhooks."),
}


def _off_reason(value: str) -> str:
    return str(OFF_REASONS.get(Subscription.Off(value), value))


def _hooks(ids: set[int]) -> dict[int, str]:
    return {one.pk: one.url for one in Subscription.objects.filter(pk__in=ids).order_by()}


def register() -> None:
    register_acts(ACTS)
    register_names("hook", _hooks)
    FORMATTERS["why"] = _off_reason
