"""The undo of a merge: rows that were moved go back, unless something later depends on them.

A merge is recorded as the difference of its rows before and after. What is worked out from other
rows (standings, balances, ratings) is not recorded, but worked out again by its own app.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import (
    player_changed,
    players_recorded,
    players_unmerged,
    players_unmerging,
)
from ecarte_club.clubs.models import Invitation, Player, PlayersMerge
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale

Row = dict[str, Any]
Key = tuple[str, int]
# Raised with every change, and by the undo once more.
VERSION = "version"
# Of the player who stays: what was chosen since is newer than the merge.
STRUCTURE = {"user", "merged_into"}


def rows_of(kept: Player, gone: Player) -> dict[Key, Row]:
    """What a merge of the two may change, in the order in which it is locked."""
    own: list[QuerySet[Any]] = [
        Player.objects.filter(Q(pk__in=(kept.pk, gone.pk)) | Q(merged_into=gone)),
        Invitation.objects.filter(player__in=(kept, gone)),
    ]
    higher = chain.from_iterable(players_recorded.ask(kept=kept, gone=gone))
    return {
        (row._meta.label_lower, row.pk): _as_json(row)
        for rows in (*own, *higher)
        for row in rows.order_by("pk")
    }


def _as_json(row: Model) -> Row:
    ((one,)) = serializers.serialize("python", [row])
    fields: Row = one["fields"]
    return {
        name: _field(row, name).value_to_string(row) if _is_odd(value) else value
        for name, value in fields.items()
    }


def _field(row: Model, name: str) -> Any:
    return row._meta.get_field(name)


def _is_odd(value: object) -> bool:
    """Whether JSON does not have it, as a day or a moment."""
    return not isinstance(value, str | int | bool | list | dict | None)


def difference(before: Mapping[Key, Row], after: Iterable[Key]) -> list[Row]:
    """What became of the rows: of each the fields that changed, or all where it was deleted; none
    of one that is new in `after`."""
    moved: list[Row] = [
        {"model": label, "pk": pk, "fields": {}, "is": "new"}
        for label, pk in after
        if (label, pk) not in before
    ]
    for (label, pk), was in before.items():
        row = apps.get_model(label)._default_manager.filter(pk=pk).first()
        now = _as_json(row) if row else None
        changed = {
            name: [value, now[name] if now else None]
            for name, value in was.items()
            if now is None or (now[name] != value and name != VERSION)
        }
        if changed:
            kind = "changed" if now else "deleted"
            moved.append({"model": label, "pk": pk, "fields": changed, "is": kind})
    return moved


@dataclass(frozen=True, slots=True)
class MovedRows:
    """The rows of a merge by their model, for the apps that guard and recompute."""

    merge: PlayersMerge
    rows: Mapping[str, Mapping[int, Row]] = field(default_factory=dict)

    @classmethod
    def of(cls, merge: PlayersMerge) -> "MovedRows":
        rows: dict[str, dict[int, Row]] = {}
        for row in merge.moved:
            rows.setdefault(row["model"], {})[row["pk"]] = row["fields"]
        return cls(merge, rows)

    def ids(self, model: type[Model]) -> list[int]:
        return sorted(self.rows.get(model._meta.label_lower, {}))


@dataclass(frozen=True, slots=True)
class MergeUndo:
    """What it comes to: `kept` and `gone` as they are afterwards."""

    merge: PlayersMerge
    kept: Player
    gone: Player
    version: int
    matches: int
    evenings: int


def refused(code: str, text: str) -> Invalid:
    return Invalid(code, text, field="merge")


@transaction.atomic(savepoint=False)
def players_merge_undo(*, by: Person, merge_id: int, version: int) -> MergeUndo:
    """Two players again, each with what they had; what the one who stayed has done since stays.

    `version`: of that player, as seen. Raises: Denied; Absent; Stale; Invalid with what depends
    on the merge, and what to do first.
    """
    require(by, Act.MERGE_PLAYERS)
    merge = PlayersMerge.objects.filter(pk=merge_id, club_id=by.club_id).first()
    if merge is None:
        raise Absent
    pair = Player.objects.filter(pk__in=(merge.kept_id, merge.gone_id)).order_by("pk")
    players = {player.pk: player for player in pair.select_for_update(no_key=True)}
    merge = PlayersMerge.objects.select_for_update(no_key=True).get(pk=merge.pk)
    kept, gone = players[merge.kept_id], players[merge.gone_id]
    _check(merge, kept, gone)
    if kept.version != version:
        raise Stale(sent=version, current=kept.version)
    moved = MovedRows.of(merge)
    effects = players_unmerging.send(kept=kept, gone=gone, moved=moved)
    _restore(merge.moved)
    Player.objects.filter(pk__in=(kept.pk, gone.pk)).update(
        version=max(kept.version, gone.version) + 1
    )
    merge.undone_at, merge.undone_by_id = timezone.now(), by.user_id
    merge.save(update_fields=["undone_at", "undone_by"])
    kept.refresh_from_db()
    gone.refresh_from_db()
    players_unmerged.send(kept=kept, gone=gone, moved=moved)
    for player in (kept, gone):
        player_changed.send(player=player)
    log_act(by, "players_merge_undo", kind="player", about=kept.pk, gone=gone.pk)
    return MergeUndo(
        merge=merge,
        kept=kept,
        gone=gone,
        version=kept.version,
        matches=sum(number for number, _evenings in effects),
        evenings=sum(number for _matches, number in effects),
    )


def players_merge_undo_preview(*, by: Person, merge_id: int) -> MergeUndo:
    """What it would come to now: done, looked at and undone, heard by nobody."""
    require(by, Act.MERGE_PLAYERS)
    merge = PlayersMerge.objects.filter(pk=merge_id, club_id=by.club_id).first()
    if merge is None:
        raise Absent
    with transaction.atomic():
        version = Player.objects.values_list("version", flat=True).get(pk=merge.kept_id)
        undo = players_merge_undo(by=by, merge_id=merge_id, version=version)
        transaction.set_rollback(True)
    return undo


def undo_refusal(by: Person, merge_id: int) -> tuple[MergeUndo | None, Fault | None]:
    try:
        return players_merge_undo_preview(by=by, merge_id=merge_id), None
    except Invalid as fault:
        return None, fault


def _check(merge: PlayersMerge, kept: Player, gone: Player) -> None:
    """Raises: Invalid when it was undone, or something else became of the two."""
    later = PlayersMerge.objects.filter(pk__gt=merge.pk, undone_at=None).filter(
        Q(kept__in=(kept, gone)) | Q(gone__in=(kept, gone))
    )
    if merge.undone_at is not None:
        raise refused("undone", _("This merge has already been undone."))
    if kept.anonymised_at or gone.anonymised_at:
        text = _("The player has been made anonymous since, and nothing says who was who.")
        raise refused("anonymised", text)
    if last := later.first():
        text = _("Undo the later merge of %(gone)s with %(kept)s first.")
        raise refused("later_merge", text % {"gone": last.gone.name, "kept": last.kept.name})
    if gone.merged_into_id != kept.pk:
        raise refused("merged_otherwise", _("These two are no longer one player."))


def _restore(moved: Iterable[Row]) -> None:
    """Deleted rows come back last, as their places must be free, and so does the account."""
    accounts = []
    for row in moved:
        rows = apps.get_model(row["model"])._default_manager.filter(pk=row["pk"])
        if row["is"] == "deleted":
            continue
        if row["is"] == "new":
            rows.delete()
            continue
        current = rows.first()
        if current is None:
            # Deleted since: there is nothing left to move back.
            continue
        columns = dict(_columns(row, current))
        if row["model"] == "clubs.player" and columns.get("user"):
            accounts.append((rows, columns.pop("user")))
        if columns:
            rows.update(**columns)
    for rows, user in accounts:
        rows.update(user=user)
    for row in moved:
        if row["is"] == "deleted":
            _bring_back(row)


def _columns(row: Row, current: Model) -> Iterator[tuple[str, Any]]:
    """The fields to set. Raises: Invalid where one has changed since, and cannot be chosen anew."""
    now = _as_json(current)
    for name, (was, became) in row["fields"].items():
        if now[name] != became:
            is_newer = isinstance(current, Player) and name not in STRUCTURE
            if is_newer:
                continue
            text = _("Something that the merge moved has been changed since. The log says what.")
            raise refused("changed_since", text)
        yield name, _field(current, name).to_python(was)


def _bring_back(row: Row) -> None:
    model = apps.get_model(row["model"])
    if model._default_manager.filter(pk=row["pk"]).exists():
        return
    fields = {name: was for name, (was, _now) in row["fields"].items()}
    ((made),) = serializers.deserialize(
        "python", [{"model": row["model"], "pk": row["pk"], "fields": fields}]
    )
    made.save()


def players_merge_forget(player: Player) -> None:
    """Details and letters of somebody who is made anonymous: the merge can no longer be undone."""
    PlayersMerge.objects.filter(Q(kept=player) | Q(gone=player)).update(moved=[])
