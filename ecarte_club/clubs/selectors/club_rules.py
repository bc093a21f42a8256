"""Which rules a club plays by, and what a contest copies of them when it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, HouseRules
from ecarte_club.core.exceptions import Absent, Invalid
from games.engine import club_rules
from games.engine.codes import CODES, Code


@dataclass(frozen=True, slots=True)
class Rules:
    """A printed code; or the one that house rules of this `name` were made from, with the
    `options` in which they differ."""

    code: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    name: str = ""


def of_club(club: Club) -> Rules:
    """What it plays unless a contest says otherwise."""
    return of_house(club.rules) if club.rules else Rules(club.code)


def of_house(rules: HouseRules) -> Rules:
    return Rules(rules.base, rules.options, rules.name)


def code(base: str, options: Mapping[str, str]) -> Code:
    """What the engine plays by. Raises: RefusalError for options that cannot be."""
    return _code(base, tuple(sorted(options.items())))


@lru_cache(maxsize=512)
def _code(base: str, options: tuple[tuple[str, str], ...]) -> Code:
    return club_rules.code_with(CODES[base], dict(options))


def live(club_id: int) -> QuerySet[HouseRules]:
    """Those that may be chosen."""
    return HouseRules.objects.filter(club_id=club_id, retired_at=None)


def chosen(club_id: int, pk: int) -> HouseRules:
    """For a contest that begins. Raises: Invalid when they are retired, or not the club's."""
    found = live(club_id).filter(pk=pk).first()
    if found is None:
        text = _("Must be club rules that are not retired.")
        raise Invalid("unknown_rules", text, field="house_rules")
    return found


def rules_of(club_id: int, pk: int) -> HouseRules:
    """Retired or not. Raises: Absent when they are not the club's."""
    found = HouseRules.objects.filter(club_id=club_id, pk=pk).select_related("made_by").first()
    if found is None:
        raise Absent
    return found
