"""Creating a club, changing its settings and rules, and the locks that keep two changes apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import robots_unrated
from ecarte_club.clubs.labels import REFUSALS, law
from ecarte_club.clubs.models import Club, HouseRules, NameVisibility, Office, Player, Unit, User
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.clubs.selectors.club_rules import chosen, live
from ecarte_club.clubs.selectors.clubs import refuse_robots
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.names import cleaned_name, unseen_refusal
from games.engine.club_rules import choices, differences, options_refusal
from games.engine.codes import CODES
from games.engine.refusals import Refusal, RefusalCode

from .robots import robots_follow

NAME_MOST = 80
LANGUAGES = [code for code, _name in settings.LANGUAGES]
RULES_MOST = 50


@transaction.atomic(savepoint=False)
def club_create(
    *, name: str, slug: str, place: str = "", public: bool = True, code: str = "london"
) -> Club:
    return Club.objects.create(name=name, slug=slug, place=place, public=public, code=code)


@transaction.atomic(savepoint=False)
def player_sign_in_give(*, player: Player, user: User) -> Player:
    """From now on `user` is `player`, and so a member of the club."""
    player.user = user
    player.save(update_fields=["user"])
    return player


@transaction.atomic(savepoint=False)
def office_give(*, club: Club, user: User, role: Role) -> Office:
    return Office.objects.get_or_create(club=club, user=user, role=role)[0]


def bump_club_version(club_id: int, version: int | None = None) -> None:
    """The club at its next version. `version`: as it was seen, where one was. Raises: Stale."""
    club = Club.objects.filter(pk=club_id)
    seen = club if version is None else club.filter(version=version)
    if not seen.update(version=F("version") + 1) and version is not None:
        raise Stale(sent=version, current=club.values_list("version", flat=True).get())


def lock_club(club_id: int) -> None:
    """Before its players: what is looked for among them, nobody else adds until the end."""
    Club.objects.select_for_update(no_key=True).get(pk=club_id)


_player = Composed(
    lambda pk, club: (
        Player.objects.current()
        .filter(pk=pk, club_id=club)
        .select_for_update(no_key=True)
        .order_by()
    ),
    pk=int,
    club=int,
)


def lock_player(club_id: int, player_id: int) -> Player:
    """Lest they be merged into another meanwhile. Raises: Invalid, naming `player`."""
    player = _player.first(pk=player_id, club=club_id)
    if player is None:
        refuse_robots(club_id, [player_id], field="player")
        raise Invalid("unknown_player", _("Must be a player of this club."), field="player")
    return player


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
    robots: bool | None = None
    robots_rated: bool | None = None
    unit: str | None = None
    language: str | None = None

    def checked(self, club_id: int) -> dict[str, Any]:
        """The fields of the club that it sets. Raises: Invalid, naming the field."""
        errors = {}
        if self.name is not None and not 0 < len(self.name.strip()) <= NAME_MOST:
            errors["name"] = _("Must be 1 to %(most)s characters.") % {"most": NAME_MOST}
        elif text := unseen_refusal(cleaned_name(self.name or "")):
            errors["name"] = text
        if self.place is not None and len(self.place) > NAME_MOST:
            errors["place"] = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
        elif text := unseen_refusal(cleaned_name(self.place or "")):
            errors["place"] = text
        if self.code is not None and self.code not in CODES:
            errors["code"] = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
        if self.code is not None and self.house_rules is not None:
            errors["code"] = _("Leave the code out: the club rules already have one.")
        for name, value, known in (
            ("names_shown", self.names_shown, NameVisibility.values),
            ("unit", self.unit, Unit.values),
            ("language", self.language, LANGUAGES),
        ):
            if value is not None and value not in known:
                allowed = ", ".join(known)
                errors[name] = _("Must be one of: %(allowed)s.") % {"allowed": allowed}
        if errors:
            raise Invalid(
                "invalid_settings",
                _("The settings were not saved. See the fields below."),
                errors=errors,
            )
        return {**self._own_fields(), **self._rules(club_id)}

    def _own_fields(self) -> dict[str, Any]:
        given = {
            "name": self.name and cleaned_name(self.name),
            "place": None if self.place is None else cleaned_name(self.place),
            "public": self.public,
            "confirms": self.confirms,
            "names_shown": self.names_shown,
            "shows_odds": self.shows_odds,
            "robots": self.robots,
            "unit": self.unit,
            "language": self.language,
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

    Where robots may play no longer, what they play is abandoned; where their matches count in
    ratings no longer, none of them does. `version`: the club's, as it was
    seen. Raises: Denied, Stale; Invalid, naming the field.
    """
    require(by, Act.SET_CLUB)
    bump_club_version(by.club_id, version)
    fields = settings.checked(by.club_id)
    club = Club.objects.select_related("rules").get(pk=by.club_id)
    if settings.robots_rated not in (None, club.robots_rated):
        fields["robots_rated_since"] = timezone.now() if settings.robots_rated else None
    changed = sorted(name for name, value in fields.items() if getattr(club, name) != value)
    for name in changed:
        setattr(club, name, fields[name])
    if changed:
        club.save(update_fields=[*changed, "sort_name"])
        log_act(by, "club_set", kind="club", about=club.pk, fields=changed)
    if "robots" in changed:
        robots_follow(by=by, club=club)
    if "robots_rated_since" in changed and not club.robots_rated:
        robots_unrated.send(club=club)
    return club


@transaction.atomic(savepoint=False)
def rules_make(*, by: Person, name: str, base: str, options: Mapping[str, str]) -> HouseRules:
    """`options` may say what `base` says too; what differs is kept.

    Raises: Denied; Invalid, naming the field, an option as `options.NAME`.
    """
    require(by, Act.SET_CLUB)
    kept = _options(base, options)
    name = cleaned_name(name)
    bump_club_version(by.club_id)
    _check_name(by.club_id, name)
    rules = HouseRules.objects.create(
        club_id=by.club_id, name=name, base=base, options=kept, made_by_id=by.user_id
    )
    log_act(by, "rules_make", kind="rules", about=rules.pk)
    return rules


def _options(base: str, options: Mapping[str, str]) -> dict[str, str]:
    if base not in CODES:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
        raise Invalid("invalid_rules", text, field="base")
    refused = options_refusal(CODES[base], options)
    if refused is not None:
        raise Invalid(refused.code, _refusal_words(refused), field=f"options.{refused.field}")
    return differences(CODES[base], options)


def _refusal_words(refused: Refusal) -> str:
    if refused.code == RefusalCode.OPTION_VALUE_UNKNOWN:
        allowed = ", ".join(choice.text for choice in choices(refused.field))
        return _("Must be one of: %(allowed)s.") % {"allowed": allowed}
    return f"{REFUSALS[refused.code]} ({law(refused.law)})"


def _check_name(club_id: int, name: str) -> None:
    """The club's row was moved before, so that two of one name come one after the other."""
    if not name or len(name) > NAME_MOST:
        text = _("Must be 1 to %(most)s characters.") % {"most": NAME_MOST}
    elif text := unseen_refusal(name):
        pass
    elif live(club_id).filter(name=name).exists():
        text = _("There are already club rules with this name: %(name)s.") % {"name": name}
    elif live(club_id).count() >= RULES_MOST:
        text = _("A club can have at most %(most)s sets of rules. Retire some first.") % {
            "most": RULES_MOST
        }
    else:
        return
    raise Invalid("invalid_rules", text, field="name")


@transaction.atomic(savepoint=False)
def rules_retire(*, by: Person, rules: HouseRules, version: int) -> HouseRules:
    """No contest begins under them any more; those that have begun go on.

    `version`: the club's, as it was seen. Raises: Denied, Stale; Invalid while the club plays by
    them, and when they are retired already.
    """
    require(by, Act.SET_CLUB)
    bump_club_version(by.club_id, version)
    if Club.objects.filter(pk=by.club_id, rules=rules).exists():
        text = _("The club plays by these rules: choose others in its settings first.")
        raise Invalid("rules_in_force", text, field="version")
    now = timezone.now()
    if not live(by.club_id).filter(pk=rules.pk).update(retired_at=now):
        raise Invalid("rules_retired", _("These rules are already retired."), field="version")
    rules.retired_at = now
    log_act(by, "rules_retire", kind="rules", about=rules.pk)
    return rules
