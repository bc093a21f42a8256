"""What belongs to a club, found by foreign keys; what does not, or does not travel, and why.

A new model needs no line here if a way of foreign keys that are never empty leads from it to the
club. Where none does, `path` refuses, and a test with it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.utils.crypto import get_random_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.models import Club, Invitation, User
from ecarte_club.clubs.selectors.roles import secret_of
from games.evenings.services.evenings import new_table_code

APPS = (
    *("core", "clubs", "evenings", "matches", "sheets", "leagues", "ledger", "contests"),
    *("tournaments", "ratings", "webhooks", "notifications", "archive", "online", "adviser"),
    "practice",
)
AnyModel = type[Model]
Row = dict[str, Any]
BATCH = 500

_TOLD = _("Events already sent to other programs: they are not sent again.")
_ONLINE = _(
    "Tables online: their hands are entries of matches, which are here. A deal goes on at the site "
    "where it began; its transcript is a file of its own."
)
_NOTIFIED = _(
    "Notifications: the kinds that members chose, and the secret addresses of their devices. "
    "They belong to the members, not to the club."
)
# Models that are in no archive.
LEFT_OUT: Mapping[str, Promise] = {
    "clubs.Token": _(
        "Access tokens of members’ own programs: they belong to the members, not to the club."
    ),
    "clubs.ClubInvitation": _("Codes by which clubs were created on the original site."),
    "core.IdempotencyRecord": _(
        "Answers to writes, kept so that a repeated write is answered alike."
    ),
    "core.Outgoing": _TOLD,
    "core.OutgoingCount": _TOLD,
    "webhooks.Delivery": _("The log of webhooks, which is kept for a while on the original site."),
    "archive.Archive": _("Other archives."),
    "practice.ProblemChoice": _(
        "What was chosen in the problems of the day: they are of the site, not of the club."
    ),
    **dict.fromkeys(
        ("online.OnlineTable", "online.ChainEnd", "online.ChainLink", "online.Draw"), _ONLINE
    ),
    **dict.fromkeys(("online.Action", "online.Sweep"), _ONLINE),
    **dict.fromkeys(
        ("notifications.Device", "notifications.Notification", "notifications.WantedKind"),
        _NOTIFIED,
    ),
}
# What other apps keep beside the club's own: nothing of it is looked for.
OTHERS = _("Sessions, answers kept for repeated API writes, and the two-step sign-in of accounts.")


@dataclass(frozen=True, slots=True)
class Anew:
    """A column that does not travel: `make` gives its value in a restored row."""

    why: Promise
    make: Callable[[Row], object]


def _always(value: object) -> Callable[[Row], object]:
    return lambda _row: value


def _invited(row: Row) -> str:
    """By this site's key: on a site with the same key, links that were sent are still good."""
    return digest(secret_of(Invitation(pk=row["id"], made_at=row["made_at"])))


_PASSWORDS = _("Passwords and rights over the whole site.")
_HOOKS = _("Secrets of webhooks: webhooks come back switched off, with new secrets.")
ANEW: Mapping[str, Mapping[str, Anew]] = {
    "clubs.User": {
        "password": Anew(_PASSWORDS, lambda _row: make_password(None)),
        "last_login": Anew(_PASSWORDS, _always(None)),
        "email_verified_at": Anew(_PASSWORDS, _always(None)),
        "is_staff": Anew(_PASSWORDS, _always(False)),
        "is_superuser": Anew(_PASSWORDS, _always(False)),
    },
    "clubs.Invitation": {
        "digest": Anew(_("Invitation links."), _invited),
    },
    "evenings.Table": {
        "code": Anew(_("Table codes: tables get new ones."), lambda _row: new_table_code()),
    },
    "evenings.Phone": {
        "digest": Anew(
            _("Access of phones at tables: they come back with the table code."),
            lambda _row: digest(get_random_string(40)),
        ),
    },
    "sheets.SheetImport": {
        "content": Anew(_("Score sheets that were uploaded and not entered."), _always(None)),
    },
    "webhooks.Subscription": {
        "salt": Anew(_HOOKS, lambda _row: get_random_string(43)),
        "off": Anew(_HOOKS, _always("hand")),
        "cursor": Anew(_HOOKS, _always(0)),
        "failures": Anew(_HOOKS, _always(0)),
        "failing_since": Anew(_HOOKS, _always(None)),
        "next_try_at": Anew(_HOOKS, _always(None)),
        "claimed_until": Anew(_HOOKS, _always(None)),
        "claimed_by": Anew(_HOOKS, _always("")),
    },
}


def label(model: AnyModel) -> str:
    return model._meta.label


def all_models() -> tuple[AnyModel, ...]:
    found = (model for app in APPS for model in apps.get_app_config(app).get_models())
    return tuple(sorted(found, key=label))


def archived_models() -> tuple[AnyModel, ...]:
    """Those that are in an archive, in the order of their names."""
    return tuple(model for model in all_models() if label(model) not in LEFT_OUT)


def file_name(model: AnyModel) -> str:
    return f"data/{model._meta.label_lower}.ndjson"


def columns(model: AnyModel) -> tuple["Field[Any, Any]", ...]:
    """Those that travel."""
    anew = ANEW.get(label(model), {})
    return tuple(one for one in model._meta.concrete_fields if one.attname not in anew)


class NoWayError(LookupError):
    """A model neither leads to a club nor is left out."""


@cache
def path(model: AnyModel) -> str:
    """The shortest way to the club, as a filter names it. Raises: NoWayError."""
    ways: list[tuple[AnyModel, tuple[str, ...]]] = [(model, ())]
    seen = {model}
    for here, way in ways:
        for field in here._meta.concrete_fields:
            there = field.related_model
            if field.null or not isinstance(there, type) or there in seen:
                continue
            if there is Club:
                return "__".join((*way, field.name))
            seen.add(there)
            ways.append((there, (*way, field.name)))
    raise NoWayError(
        f"{label(model)} leads to no club by foreign keys that are never empty: give it one, "
        "or name it in LEFT_OUT with the reason."
    )


def rows_of(model: AnyModel, club: int) -> "QuerySet[Any]":
    """All rows of the club. Not for people, who may be of several clubs."""
    found = model._base_manager.order_by("pk")
    return found.filter(pk=club) if model is Club else found.filter(**{path(model): club})


def people(club: int) -> list[int]:
    """Whoever is named by a row of the club, by id."""
    found: set[int] = set()
    for model in archived_models():
        if model is User:
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is User:
                named = rows_of(model, club).order_by().exclude(**{field.name: None})
                found.update(named.values_list(field.attname, flat=True).distinct())
    return sorted(found)


def batches(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]
