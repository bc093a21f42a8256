"""What an archive says of itself: `club.json`, and a page for people."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _
from django.utils.translation import override

from ecarte_club.clubs.models import Club

from .bundle import Member
from .registry import ANEW, APPS, LEFT_OUT, OTHERS

NAME, README = "club.json", "README.txt"
FORMAT, VERSION = "ecarte-club archive", 1


def header(
    club: Club, made_at: datetime, members: Mapping[str, Member], rows: Mapping[str, int]
) -> bytes:
    """`rows`: how many there are in each file of data."""
    files: dict[str, dict[str, object]] = {
        name: {"bytes": one.bytes, "sha256": one.sha256} for name, one in members.items()
    }
    for name, count in rows.items():
        files[name]["rows"] = count
    told: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": made_at.isoformat(),
        "club": {"id": club.pk, "slug": club.slug, "name": club.name},
        "release": release(),
        "files": files,
        "left_out": sorted([*LEFT_OUT, *(f"{of}.{name}" for of in ANEW for name in ANEW[of])]),
    }
    return f"{json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()


@cache
def release() -> dict[str, str]:
    """What the tables of this release are like: the last migration of each app."""
    loader = MigrationLoader(None)
    leaves = loader.graph.leaf_nodes
    return {app: ", ".join(sorted(name for _app, name in leaves(app))) for app in APPS}


def not_in_it() -> list[str]:
    """What an archive does not have, in the language of who reads."""
    reasons = [*LEFT_OUT.values(), *(one.why for of in ANEW.values() for one in of.values())]
    return list(dict.fromkeys(map(str, [*reasons, OTHERS])))


def readme(club: Club) -> bytes:
    """In both languages, one below the other."""
    parts = []
    for language in ("en", "fr"):
        with override(language):
            parts.append(_readme(club))
    return "\r\n\r\n".join(parts).encode("utf-8-sig")


def _readme(club: Club) -> str:
    lines = [
        _("All the data of the club: %(club)s") % {"club": club.name},
        "",
        _("csv/ holds tables for a spreadsheet: members, matches, hands, standings and accounts."),
        _(
            "data/ holds every row exactly, one per line, as JSON. It contains "
            "people’s names and e-mail addresses: keep this file where only the "
            "committee can find it."
        ),
        _("club.json says what is in each file, with its SHA-256."),
        "",
        _("To restore the archive on an empty site:"),
        "    python manage.py restore FILE.zip",
        _(
            "Passwords are not included: everyone asks for a new one with "
            "“Forgotten password” and sets up two-step sign-in again."
        ),
        "",
        _("Not included:"),
        *(f"- {reason}" for reason in not_in_it()),
        "",
    ]
    return "\r\n".join(lines)
