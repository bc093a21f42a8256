"""Who may call each operation, and which scope their token needs: part of the published schema.

The table is in `requirements.toml`.
"""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from ecarte_club.clubs.permissions import TABLE, Act, Role

Schema = dict[str, Any]


class Need(NamedTuple):
    """`act`: None: anybody. `own`: what suffices where one sits at the table oneself."""

    act: Act | None = None
    own: Act | None = None


_OFFICES = {
    Role.COMMITTEE: "committee",
    Role.DIRECTOR: "director",
    Role.SCORER: "scorer",
    Role.MEMBER: "member",
    Role.TABLE: "whoever has the table's code",
}


NEEDS = {
    operation: Need(*map(Act, acts))
    for operation, acts in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}


def sentence(need: Need) -> str:
    if need.act is None:
        return "*Who:* everybody. *Scope:* none."
    scope = TABLE[need.act].scope.value
    if need.act is Act.SEE_PUBLIC:
        who = "everybody, where it is public; else whoever belongs to the club"
    else:
        who = _roles(need.act)
    if need.own:
        who += f"; at one's own table also: {_roles(need.own)}"
    return f"*Who:* {who}. *Scope:* `{scope}`."


def _roles(act: Act) -> str:
    return ", ".join(name for role, name in _OFFICES.items() if role in TABLE[act].roles)


def needs_everywhere(result: Schema, **_: object) -> Schema:
    for address, methods in result["paths"].items():
        for method, operation in methods.items():
            name = f"{method} {address.removeprefix('/api/v1/')}"
            if name in NEEDS:
                parts = (operation.get("description", ""), sentence(NEEDS[name]))
                operation["description"] = "\n\n".join(filter(None, parts))
    return result
