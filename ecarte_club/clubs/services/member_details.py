"""What the committee records of a member: e-mail, phone, licence, membership and a note."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.members import DETAILS
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import cleaned_name, unseen_refusal

from .accounts import email_fault

SHORT_MOST, NOTE_MOST = 40, 500
PHONE = re.compile(r"[+(]?[0-9][0-9 ().\-/]{3,}")
EARLIEST, LATEST = date(1900, 1, 1), date(9000, 1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What is None stays as it is; `no_end` says that the membership has no last day."""

    email: str | None = None
    phone: str | None = None
    licence: str | None = None
    note: str | None = None
    member_until: date | None = None
    no_end: bool = False

    @classmethod
    def of(cls, values: Mapping[str, object]) -> "Details":
        """Of fields by name, where `member_until` may be None: no last day."""
        given = {name: values[name] for name in DETAILS if name in values}
        no_end = "member_until" in given and given["member_until"] is None
        return cls(**given, no_end=no_end)  # type: ignore[arg-type]  # as forms and API made them

    def checked(self) -> dict[str, object]:
        """The columns that it sets. Raises: Invalid, naming every field at fault."""
        columns: dict[str, object] = {
            "email": None if self.email is None else self.email.strip().lower(),
            "phone": None if self.phone is None else cleaned_name(self.phone),
            "licence": None if self.licence is None else cleaned_name(self.licence),
            "note": None if self.note is None else self.note.strip(),
        }
        columns = {name: value for name, value in columns.items() if value is not None}
        if self.member_until is not None or self.no_end:
            columns["member_until"] = self.member_until
        errors = {name: text for name, value in columns.items() if (text := _refusal(name, value))}
        if errors:
            raise Invalid("invalid_details", _("The details were not saved."), errors=errors)
        return columns


def _refusal(name: str, value: object) -> str:
    if isinstance(value, date):
        in_reach = EARLIEST <= value < LATEST
        return "" if in_reach else _("Must be a date from 1900 on.")
    text = str(value or "")
    if not text:
        return ""
    if name == "email":
        return email_fault(text)
    most = NOTE_MOST if name == "note" else SHORT_MOST
    if len(text) > most:
        return _("Must be %(most)s characters at most.") % {"most": most}
    if name == "phone" and not PHONE.fullmatch(text):
        return _("Must be a phone number, such as +33 1 23 45 67 89.")
    return "" if name == "note" else unseen_refusal(text)


def differing(player: Player, columns: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in columns.items() if getattr(player, name) != value}


def without_details() -> dict[str, object]:
    """What an `update` sets to forget them."""
    return {**dict.fromkeys(DETAILS, ""), "member_until": None}


def merged_details(kept: Player, gone: Player) -> dict[str, object]:
    """Those of the player who stays, and of the other where there are none; both notes; the later
    end of membership."""
    ends = [day for day in (kept.member_until, gone.member_until) if day]
    notes = " / ".join(dict.fromkeys(filter(None, (kept.note, gone.note))))
    return {
        **{name: getattr(kept, name) or getattr(gone, name) for name in DETAILS},
        "note": notes[:NOTE_MOST],
        "member_until": max(ends, default=None),
    }
