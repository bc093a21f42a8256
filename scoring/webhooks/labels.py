"""Webhooks and their log in words, for people."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ecarte_club.clubs.audit_log import Sentence, names, tells
from ecarte_club.core.http_client import Why
from ecarte_club.core.outbox import Kind

from .kinds import TEST, TOLD
from .models import Delivery, Subscription
from .services.subscriptions import waiting


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
    where = one.league.name if one.league else _("the whole club")
    count = len(one.kinds)
    some = ngettext("%(count)s kind", "%(count)s kinds", count) % {"count": count}
    what = some if one.kinds else _("all kinds")
    return HookLine(one, f"{where} · {what}", _state(one, left), _is_wrong(one), left)


def _is_wrong(one: Subscription) -> bool:
    return bool(one.failures) or one.off not in ("", Subscription.Off.HAND)


def _state(one: Subscription, left: int) -> str:
    if one.off:
        return str(one.get_off_display())
    if one.failures:
        return _("failing; %(count)s waiting") % {"count": left}
    return _("on; %(count)s waiting") % {"count": left} if left else _("on; all was told")


def log_line(one: Delivery) -> LogLine:
    what = _("a test") if one.kind == TEST else str(TOLD[Kind(one.kind)])
    return LogLine(one, what, _how(one), one.state == Delivery.State.FAILED)


def _how(one: Delivery) -> str:
    if one.state != Delivery.State.FAILED:
        return str(one.get_state_display())
    return FAULTS[one.fault]() % {"status": one.status}


FAULTS = {
    Why.UNKNOWN_HOST.value: lambda: _("failed: there is no server of this name"),
    Why.PRIVATE.value: lambda: _("failed: this leads into a private network"),
    Why.CONNECT.value: lambda: _("failed: the server does not answer"),
    Why.TLS.value: lambda: _("failed: the server’s certificate is not good"),
    Why.TIMEOUT.value: lambda: _("failed: no answer in time"),
    Why.GARBAGE.value: lambda: _("failed: the answer makes no sense"),
    Why.TOO_LARGE.value: lambda: _("failed: the answer is too long"),
    Why.REDIRECT.value: lambda: _("failed: it leads elsewhere (%(status)s), which is not followed"),
    Why.STATUS.value: lambda: _("failed: the answer was %(status)s"),
    "unknown": lambda: _("unknown: the site stopped while it was sent"),
    "swept": lambda: _("failed: what was to be sent is not kept any more"),
}


SENTENCES: dict[str, Sentence] = {
    "hook_make": gettext_lazy("Webhook made: %(about)s"),
    "hook_change": gettext_lazy("Webhook changed: %(about)s"),
    "hook_delete": gettext_lazy("Webhook deleted: %(about)s"),
    "hook_try": gettext_lazy("Webhook tried: %(about)s"),
    "hook_replay": gettext_lazy("Sent again from number %(number)s, webhook %(about)s"),
    "hook_off": gettext_lazy("Webhook switched off by the site (%(why)s): %(about)s"),
}


def _hooks(ids: set[int]) -> dict[int, str]:
    return {one.pk: one.url for one in Subscription.objects.filter(pk__in=ids).order_by()}


def register() -> None:
    tells(SENTENCES)
    names("hook", _hooks)
