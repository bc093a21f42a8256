"""What of a row is the id of another: foreign keys, and ids in columns of other kinds.

Ids are raised all by the same number where a club comes beside others: their order stays, and a
draw by lot comes out as before, since its seed says by how much (`scoring.tables.ranking.lot`).
Accounts alone have ids one by one, as somebody may have one here already.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import CharField, ForeignKey, Model

from ecarte_club.clubs.models import Club, HouseRules, Player, User
from games.evenings.models import Evening
from games.matches.models import Match
from games.sheets.models import SheetImport
from scoring.contests.models import Contest
from scoring.contests.rules.events import ONE_PLAYER, PLAYERS
from scoring.leagues.models import Fixture, Meeting, Season, Team
from scoring.ledger.models import Book, Settlement
from scoring.tables.ranking import seed_of_raised
from scoring.tournaments.models import Tournament
from scoring.webhooks.models import Subscription

from .registry import AnyModel, Row, label

# What entries of the audit log are about, by their kind; what is not archived is not there.
ABOUT: Mapping[str, AnyModel] = {
    "book": Book,
    "club": Club,
    "contest": Contest,
    "evening": Evening,
    "fixture": Fixture,
    "hook": Subscription,
    "import": SheetImport,
    "match": Match,
    "meeting": Meeting,
    "player": Player,
    "rules": HouseRules,
    "season": Season,
    "settlement": Settlement,
    "team": Team,
    "tournament": Tournament,
}
# Names of ids in the details of an entry; a few have figures or texts elsewhere.
DETAILS = {"fixture", "flag", "gone", "match", "payment", "player", "players", "pool", "posting"}
DETAILS |= {"team", "winner"}


@dataclass(frozen=True, slots=True)
class Ids:
    """`raised`: by how much, 0 where they stay; `users`: new ids of accounts by their old ones."""

    raised: int = 0
    users: Mapping[int, int] = field(default_factory=dict)

    def of(self, model: AnyModel, old: int) -> int:
        return self.user(old) if model is User else old + self.raised

    def user(self, old: int) -> int:
        return self.users.get(old, old + self.raised)

    def row(self, model: AnyModel, row: Row) -> Row:
        """The same row where its ids, and those that it names, are the new ones."""
        new = dict(row)
        for name, there in _keys(model).items():
            if row.get(name) is not None:
                new[name] = self.of(there, row[name])
        if self.raised:
            for name, change in ELSEWHERE.get(label(model), {}).items():
                if row.get(name) is not None:
                    new[name] = change(self, row[name], row)
            for name in _seeds(model):
                if row.get(name):
                    new[name] = seed_of_raised(row[name], self.raised)
        return new


@cache
def _keys(model: AnyModel) -> Mapping[str, AnyModel]:
    """Columns that hold ids, and of which model: the row's own, and foreign keys."""
    found: dict[str, AnyModel] = {}
    for one in model._meta.concrete_fields:
        there = one.related_model if isinstance(one, ForeignKey) else None
        if isinstance(there, type):
            found[one.attname] = there
        elif one.primary_key:
            found[one.attname] = model
    return found


@cache
def _seeds(model: AnyModel) -> tuple[str, ...]:
    fields = model._meta.concrete_fields
    return tuple(one.attname for one in fields if isinstance(one, CharField) and one.name == "seed")


def _raised(ids: Ids, old: Any, _row: Row) -> Any:
    return old + ids.raised if old else old


def _about(ids: Ids, old: int, row: Row) -> int:
    return ids.user(old) if row["kind"] == "user" else old + ids.raised


def _detail(ids: Ids, old: Any, _row: Row) -> Any:
    new = dict(old)
    for name, value in old.items():
        if name == "user" and type(value) is int:
            new[name] = ids.user(value)
        elif name in DETAILS and (name == "players") is isinstance(value, list):
            new[name] = _all(ids, value)
        elif name == "seed" and isinstance(value, str):
            new[name] = seed_of_raised(value, ids.raised)
    return new


def _all(ids: Ids, value: Any) -> Any:
    if isinstance(value, list):
        return [_all(ids, one) for one in value]
    return value + ids.raised if type(value) is int else value


def _event(ids: Ids, old: Any, _row: Row) -> Any:
    """Of a contest, in its plain form. 0: nobody."""
    new = dict(old)
    for name in ONE_PLAYER:
        if new.get(name):
            new[name] += ids.raised
    for name in PLAYERS:
        if name in new:
            new[name] = _all(ids, new[name])
    return new


def _before_left(ids: Ids, old: Any, _row: Row) -> Any:
    """What a withdrawal changed: reasons by fixture, byes, and the last ids of then."""
    if not old:
        return old
    reasons = {str(int(pk) + ids.raised): text for pk, text in old["reasons"].items()}
    byes = [{**bye, **{n: _all(ids, bye[n]) for n in ("pk", "round_id")}} for bye in old["byes"]]
    last = {name: _raised(ids, old[name], {}) for name in ("match", "meeting") if name in old}
    return {**old, "reasons": reasons, "byes": byes, **last}


def _why(ids: Ids, old: Any, _row: Row) -> Any:
    """Reasons of a draw: code, player or team, figures."""
    return [[code, _raised(ids, who, {}), figures] for code, who, figures in old]


def _plan(ids: Ids, old: Any, _row: Row) -> Any:
    """Of a season: absences by player or team."""
    if "away" not in old:
        return old
    return {**old, "away": {str(int(pk) + ids.raised): days for pk, days in old["away"].items()}}


def _moved(ids: Ids, old: Any, _row: Row) -> Any:
    """Rows as a merge found and left them."""
    return [_moved_row(ids, one) for one in old]


def _moved_row(ids: Ids, one: Any) -> Any:
    model: AnyModel = apps.get_model(one["model"])
    fields = {}
    for name, values in one["fields"].items():
        found: Any = model._meta.get_field(name)
        column = getattr(found, "attname", name)
        fields[name] = [
            None if value is None else ids.row(model, {column: value})[column] for value in values
        ]
    return {**one, "pk": ids.of(model, one["pk"]), "fields": fields}


def _pairs(ids: Ids, old: Any, _row: Row) -> Any:
    """Of a season and two players, divided by blanks."""
    raised = ids.raised
    return {" ".join(str(int(pk) + raised) for pk in key.split()): n for key, n in old.items()}


ELSEWHERE: Mapping[str, Mapping[str, Callable[[Ids, Any, Row], Any]]] = {
    "clubs.AuditLogEntry": {"about": _about, "phone_id": _raised, "detail": _detail},
    "clubs.PlayersMerge": {"moved": _moved},
    "contests.ContestEntry": {"data": _event, "gave_way": _event, "match": _raised},
    "leagues.Entrant": {"before_left": _before_left},
    "leagues.Team": {"before_left": _before_left},
    "leagues.Fixture": {"why": _why},
    "leagues.Season": {"plan": _plan},
    "ledger.Balance": {"contest": _raised},
    "ledger.Posting": {"contest": _raised},
    "ratings.Rating": {"last_match": _raised},
    "ratings.RatingBook": dict.fromkeys(("stale_match", "taken_to", "scale_match"), _raised),
    "sheets.SheetImport": {"planned_pairs": _pairs},
}
# Columns of these kinds that hold no id: a new one is named here or above, which a test asks for.
NO_IDS: Mapping[str, tuple[str, ...]] = {
    "clubs.HouseRules": ("options",),
    "contests.Contest": ("options", "agreed", "gallery"),
    "leagues.Season": ("points_else", "tie_breaks", "team_breaks"),
    "ledger.Balance": ("amount",),
    "ledger.Payment": ("amount",),
    "ledger.Posting": ("amount",),
    "matches.Entry": ("data", "order"),
    "matches.Event": ("options",),
    "matches.Match": ("options",),
    "sheets.SheetImport": ("new_players", "new_evenings", "new_seasons", "labels"),
    "tournaments.Tournament": ("plan", "scheme", "tie_breaks"),
    "webhooks.Subscription": ("kinds", "cursor"),
}


def may_hold_ids(model: type[Model]) -> list[str]:
    """Columns that are no foreign key and may hold an id all the same."""
    kinds = {"JSONField", "BigIntegerField", "PositiveBigIntegerField"}
    return [
        one.attname
        for one in model._meta.concrete_fields
        if not one.is_relation and not one.primary_key and one.get_internal_type() in kinds
    ]
