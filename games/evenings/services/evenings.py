"""Evenings, who came to them, and their tables."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import MergeEffects
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.clubs.services.members import last, player_add
from ecarte_club.clubs.services.merge_undo import MovedRows
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed import Composed
from ecarte_club.core.composed_writes import version_bump
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.live import announce
from ecarte_club.core.names import cleaned_name, unseen_refusal
from games.evenings.changes import evening_opened, evening_signed_off, evening_signing_off
from games.evenings.models import Attendance, Evening, Phone, Table

NAME_MOST, TABLE_NAME_MOST, TABLES_MOST = 80, 20, 60
CODES_GOOD_FOR = timedelta(hours=18)
# Without letters and digits that are read for one another: 30 ** 6, some 700 million codes.
ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
CODE_LENGTH = 6


_evening = Composed(lambda pk: Evening.objects.filter(pk=pk).order_by(), pk=int)
_bump = version_bump(Evening)
_bump_open = version_bump(Evening, signed_off_at=None)


def signed_off_text() -> str:
    return _(
        "This evening is signed off. Only a director or the committee can "
        "still correct an entry, with a reason."
    )


def bump_evening_version(evening_id: int, *, correcting: bool = False) -> Evening:
    """The evening at its next version; who watches it will hear.

    Whatever happens at an evening passes here first, and so waits for a sign-off that is under
    way and is then refused; only a correction (`correcting`) passes after it.
    Raises: Invalid when it is signed off.
    """
    bump = _bump if correcting else _bump_open
    if not bump.run(pk=evening_id):
        raise Invalid("signed_off", signed_off_text(), field="evening")
    evening = _evening.get(pk=evening_id)
    announce(f"evening:{evening_id}", evening.version)
    return evening


@transaction.atomic(savepoint=False)
def evening_open(
    *, by: Person, held_on: date, name: str = "", public: bool = False, tables: Iterable[str] = ()
) -> Evening:
    """With its tables, each with a new code. Raises: Denied; Invalid, naming the field."""
    require(by, Act.RUN_EVENING)
    now = timezone.now()
    evening = Evening.objects.create(
        club_id=by.club_id,
        name=_evening_name(name),
        held_on=held_on,
        public=public,
        opened_at=now,
        opened_by_id=by.user_id,
        codes_until=now + CODES_GOOD_FOR,
    )
    for table in tables:
        _table(evening, table)
    log_act(by, "evening_open", kind="evening", about=evening.pk)
    evening_opened.send(evening=evening)
    return evening


def _evening_name(name: str) -> str:
    name = cleaned_name(name)
    text = unseen_refusal(name)
    if len(name) > NAME_MOST:
        text = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
    if text:
        raise Invalid("invalid_evening", text, field="name")
    return name


@transaction.atomic(savepoint=False)
def evening_change(
    *, by: Person, evening: Evening, held_on: date, name: str, public: bool
) -> Evening:
    """Its day, its name, and whether strangers may watch.

    Raises: Denied; Invalid, naming the field, and after the sign-off.
    """
    require(by, Act.RUN_EVENING)
    name = _evening_name(name)
    moved = bump_evening_version(evening.pk)
    moved.held_on, moved.name, moved.public = held_on, name, public
    moved.save(update_fields=["held_on", "name", "sort_name", "public"])
    log_act(by, "evening_change", kind="evening", about=evening.pk)
    return moved


@transaction.atomic(savepoint=False)
def table_add(*, by: Person, evening: Evening, name: str) -> Table:
    """Raises: Denied; Invalid for a name that is taken or none, or after the sign-off."""
    require(by, Act.RUN_EVENING)
    bump_evening_version(evening.pk)
    table = _table(evening, name)
    log_act(by, "table_add", kind="evening", about=evening.pk, table=table.name)
    return table


@transaction.atomic(savepoint=False)
def table_rename(*, by: Person, table: Table, name: str) -> Table:
    """Before anything is played there: matches keep the name of their table.

    Raises: Denied; Invalid for a name that is taken or none, for a table that has a match, or
    after the sign-off.
    """
    require(by, Act.RUN_EVENING)
    evening = bump_evening_version(table.evening_id)
    if Table.objects.filter(pk=table.pk, matches__isnull=False).exists():
        text = _("A match has started at this table, so the table keeps its name.")
        raise Invalid("table_in_use", text, field="table")
    name = _table_name(evening, name, but=table.pk)
    Table.objects.filter(pk=table.pk).update(name=name)
    table.name = name
    log_act(by, "table_rename", kind="evening", about=evening.pk, table=name)
    return table


def _table_name(evening: Evening, name: str, *, but: int = 0) -> str:
    name = cleaned_name(name)
    text = unseen_refusal(name)
    if not name or len(name) > TABLE_NAME_MOST:
        text = _("Must be 1 to %(most)s characters.") % {"most": TABLE_NAME_MOST}
    if text:
        raise Invalid("invalid_table", text, field="table")
    if evening.tables.filter(name__iexact=name).exclude(pk=but).exists():
        text = _("There is already a table with this name: %(name)s.") % {"name": name}
        raise Invalid("table_taken", text, field="table")
    return name


def _table(evening: Evening, name: str) -> Table:
    name = _table_name(evening, name)
    if evening.tables.count() >= TABLES_MOST:
        text = _("An evening can have at most %(most)s tables.") % {"most": TABLES_MOST}
        raise Invalid("too_many_tables", text, field="table")
    return Table.objects.create(evening=evening, name=name, code=new_table_code())


def new_table_code() -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
        if not Table.objects.filter(code=code).exists():
            return code


@transaction.atomic(savepoint=False)
def code_renew(*, by: Person, table: Table, number: int | None = None) -> Table:
    """Whoever came in by the old code is out. `number`: of the code that is to go, as it was seen.

    Raises: Denied; Stale when that code is gone already; Invalid after the sign-off.
    """
    require(by, Act.RUN_EVENING)
    bump_evening_version(table.evening_id)
    seen = table.code_number if number is None else number
    renewed = Table.objects.filter(pk=table.pk, code_number=seen).update(
        code=new_table_code(), code_number=F("code_number") + 1
    )
    table.refresh_from_db(fields=["code", "code_number"])
    if not renewed:
        raise _code_gone(seen, table.code_number)
    log_act(by, "code_renew", kind="evening", about=table.evening_id, table=table.name)
    return table


def _code_gone(seen: int, now: int) -> Stale:
    fault = Stale(sent=seen, current=now)
    text = _("The code has changed since you opened this page. Look at the new one first.")
    fault.detail, fault.errors = text, {"code_number": text}
    return fault


@transaction.atomic(savepoint=False)
def player_arrive(*, by: Person, evening: Evening, player_id: int) -> Attendance:
    """Marked twice is marked once; who had gone home is back.

    Raises: Denied; Invalid for who is no player of the club, or after the sign-off.
    """
    require(by, Act.MARK_PRESENT)
    return _arrived(by, evening, lock_player(by.club_id, player_id))


def _arrived(by: Person, evening: Evening, player: Player) -> Attendance:
    bump_evening_version(evening.pk)
    attendance, _new = Attendance.objects.update_or_create(
        evening=evening,
        player=player,
        defaults={"left_at": None},
        create_defaults={"came_at": timezone.now()},
    )
    log_act(by, "player_arrive", kind="evening", about=evening.pk, player=player.pk)
    return attendance


@transaction.atomic(savepoint=False)
def walk_in(*, by: Person, evening: Evening, name: str, confirm_name: bool = False) -> Attendance:
    """Somebody new, added to the club and marked as present in one act.

    `confirm_name`: it may be, or look like, the name of a player of the club.
    Raises: Denied; NamesAlike; Invalid for no name, or one that a player has already.
    """
    name = cleaned_name(name)
    require(by, Act.ADD_PLAYER)
    if len(name) > NAME_MOST:
        text = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
        raise Invalid("invalid_name", text, field="name")
    known = Player.objects.filter(club_id=by.club_id, merged_into=None)
    if not confirm_name and known.filter(sort_name=sort_key(name)).exists():
        text = _(
            "%(name)s is already a player of the club. Mark them as present, or "
            "write the name differently to tell the two apart."
        ) % {"name": name}
        raise Invalid("known_player", text, field="name")
    return _arrived(by, evening, player_add(by=by, name=name, confirm_name=confirm_name))


def players_seated(*, evening_id: int, player_ids: Iterable[int]) -> None:
    """Who plays at a table of the evening is there. Within the act that starts their match."""
    now = timezone.now()
    wanted = [
        Attendance(evening_id=evening_id, player_id=player_id, came_at=now)
        for player_id in player_ids
    ]
    Attendance.objects.bulk_create(
        wanted,
        update_conflicts=True,
        unique_fields=["evening", "player"],
        update_fields=["left_at"],
    )


@transaction.atomic(savepoint=False)
def player_go(*, by: Person, evening: Evening, player_id: int) -> Attendance:
    """They went home. Raises: Denied; Invalid when they never came, or after the sign-off."""
    require(by, Act.MARK_PRESENT)
    attendance = Attendance.objects.filter(evening=evening, player_id=player_id).first()
    if attendance is None:
        text = _("Must be a player who came to this evening.")
        raise Invalid("not_present", text, field="player")
    bump_evening_version(evening.pk)
    attendance.left_at = attendance.left_at or timezone.now()
    attendance.save(update_fields=["left_at"])
    log_act(by, "player_go", kind="evening", about=evening.pk, player=player_id)
    return attendance


@transaction.atomic(savepoint=False)
def arrival_undo(*, by: Person, evening: Evening, player_id: int) -> Attendance | None:
    """Marked by mistake, they never came; a player of whom a match began here went home instead.
    None when nothing is left of it; of a player who is not marked nothing changes.

    Raises: Denied; Invalid for who is no player of the club, or after the sign-off.
    """
    require(by, Act.MARK_PRESENT)
    here = Attendance.objects.filter(evening=evening, player_id=player_id)
    if not here.exists():
        lock_player(by.club_id, player_id)
        return None
    bump_evening_version(evening.pk)
    attendance = here.first()
    if attendance is None:
        return None
    if evening.tables.filter(_played_by(player_id)).exists():
        attendance.left_at = attendance.left_at or timezone.now()
        attendance.save(update_fields=["left_at"])
        log_act(by, "player_go", kind="evening", about=evening.pk, player=player_id)
        return attendance
    attendance.delete()
    log_act(by, "arrival_undo", kind="evening", about=evening.pk, player=player_id)
    return None


def _played_by(player_id: int) -> Q:
    return Q(matches__player_a=player_id) | Q(matches__player_b=player_id)


@transaction.atomic(savepoint=False)
def evening_sign_off(
    *,
    by: Person,
    evening: Evening,
    version: int,
    closing: Mapping[int, str] | None = None,
    reason: str = "",
) -> Evening:
    """Nothing of it changes any more but by a reasoned correction; its codes are dead.

    `version`: what the director saw before signing. Unfinished matches are abandoned for `reason`
    or adjourned, as `closing` says by their ids, or else as is usual.

    Raises: Stale, Denied; Invalid when it is signed off already, a pool or chouette still runs, or
    a match cannot be closed so.
    """
    require(by, Act.SIGN_OFF)
    evening_signing_off.send(evening=evening)
    now = timezone.now()
    signed = Evening.objects.filter(pk=evening.pk, version=version, signed_off_at=None).update(
        version=F("version") + 1, signed_off_at=now, signed_off_by=by.user_id
    )
    evening.refresh_from_db()
    if not signed and evening.signed_off_at:
        raise Invalid("signed_off", _("This evening is already signed off."), field="version")
    if not signed:
        raise Stale(sent=version, current=evening.version)
    log_act(by, "evening_sign_off", kind="evening", about=evening.pk)
    evening_signed_off.send(evening=evening, by=by, closing=closing or {}, reason=reason)
    evening.refresh_from_db()
    announce(f"evening:{evening.pk}", evening.version)
    return evening


def evenings_merge(
    *, kept: Player, gone: Player, evenings: frozenset[int], **_signal: Any
) -> MergeEffects:
    """`evenings`: those where something of `gone` was played. All are locked, in one order."""
    came = Attendance.objects.filter(player=gone).order_by()
    every = evenings | frozenset(came.values_list("evening_id", flat=True))
    for evening_id in sorted(every):
        bump_evening_version(evening_id, correcting=True)
    _attendances_move(kept, gone)
    Phone.objects.filter(player=gone).update(player=kept)
    return MergeEffects(evenings=every)


def _attendances_move(kept: Player, gone: Player) -> None:
    """Where both were marked, they came with the first and went with the last of the two."""
    theirs = Attendance.objects.filter(player=gone)
    twice = {row.evening_id: row for row in theirs.filter(evening__attendances__player=kept)}
    for row in Attendance.objects.filter(player=kept, evening__in=list(twice)):
        other = twice[row.evening_id]
        row.came_at = min(row.came_at, other.came_at)
        row.left_at = last(row.left_at, other.left_at)
        row.save(update_fields=["came_at", "left_at"])
    theirs.filter(pk__in=[row.pk for row in twice.values()]).delete()
    theirs.update(player=kept)


def merge_rows(*, kept: Player, gone: Player, **_signal: Any) -> Iterable[QuerySet[Any]]:
    yield Attendance.objects.filter(player__in=(kept, gone))
    yield Phone.objects.filter(player=gone)


def evenings_unmerge(*, moved: MovedRows, **_signal: Any) -> tuple[int, int]:
    """Those of their attendances and matches are locked, in one order."""
    came = moved.rows.get(Attendance._meta.label_lower, {})
    deleted = {row["evening"][0] for row in came.values() if "evening" in row}
    there = Attendance.objects.filter(pk__in=list(came)).values_list("evening_id", flat=True)
    evenings = sorted(deleted | set(there))
    for evening_id in evenings:
        bump_evening_version(evening_id, correcting=True)
    return 0, len(evenings)
