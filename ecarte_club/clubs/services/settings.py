"""What a club says of itself, and what it plays by."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club, Shown, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.club_rules import chosen
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import CODES

from .locks import club_moved

NAME_MOST = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is None stays. `code`: from now on as printed; `house_rules`: from now on these."""

    name: str | None = None
    place: str | None = None
    public: bool | None = None
    code: str | None = None
    house_rules: int | None = None
    confirms: bool | None = None
    names_shown: str | None = None
    shows_odds: bool | None = None
    unit: str | None = None

    def checked(self, club_id: int) -> dict[str, Any]:
        """The fields of the club that it sets. Raises: Invalid, naming the field."""
        errors = {}
        if self.name is not None and not 0 < len(self.name.strip()) <= NAME_MOST:
            errors["name"] = _("Must be 1 to %(most)s characters.") % {"most": NAME_MOST}
        if self.place is not None and len(self.place) > NAME_MOST:
            errors["place"] = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
        if self.code is not None and self.code not in CODES:
            errors["code"] = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
        if self.code is not None and self.house_rules is not None:
            errors["code"] = _("Leave the code out: the club rules already have one.")
        for name, value, choices in (
            ("names_shown", self.names_shown, Shown),
            ("unit", self.unit, Unit),
        ):
            if value is not None and value not in choices:
                allowed = ", ".join(choices.values)
                errors[name] = _("Must be one of: %(allowed)s.") % {"allowed": allowed}
        if errors:
            raise Invalid(
                "invalid_settings",
                _("The settings were not saved. See the fields below."),
                errors=errors,
            )
        return {**self._plain(), **self._rules(club_id)}

    def _plain(self) -> dict[str, Any]:
        given = {
            "name": self.name and " ".join(self.name.split()),
            "place": None if self.place is None else " ".join(self.place.split()),
            "public": self.public,
            "confirms": self.confirms,
            "names_shown": self.names_shown,
            "shows_odds": self.shows_odds,
            "unit": self.unit,
        }
        return {name: value for name, value in given.items() if value is not None}

    def _rules(self, club_id: int) -> dict[str, Any]:
        if self.house_rules is not None:
            rules = chosen(club_id, self.house_rules)
            return {"rules": rules, "code": rules.base}
        return {} if self.code is None else {"rules": None, "code": self.code}


@transaction.atomic(savepoint=False)
def club_set(*, by: Person, version: int, settings: Settings) -> Club:
    """Contests that have begun keep what they began under.

    `version`: the club's, as it was seen. Raises: Denied, Stale; Invalid, naming the field.
    """
    require(by, Act.SET_CLUB)
    club_moved(by.club_id, version)
    fields = settings.checked(by.club_id)
    club = Club.objects.select_related("rules").get(pk=by.club_id)
    changed = sorted(name for name, value in fields.items() if getattr(club, name) != value)
    for name in changed:
        setattr(club, name, fields[name])
    if changed:
        club.save(update_fields=[*changed, "sort_name"])
        log_act(by, "club_set", kind="club", about=club.pk, fields=changed)
    return club
