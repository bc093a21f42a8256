"""A club's house rules: made, and retired; never changed."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.labels.citations import law
from ecarte_club.clubs.labels.rules import REFUSALS
from ecarte_club.clubs.models import Club, HouseRules
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.club_rules import live
from ecarte_club.core.exceptions import Invalid
from games.engine.club_rules import choices, differences, options_refusal
from games.engine.codes import CODES
from games.engine.refusals import Refusal, RefusalCode

from .locks import club_moved

NAME_MOST, RULES_MOST = 80, 50


@transaction.atomic(savepoint=False)
def rules_make(*, by: Person, name: str, base: str, options: Mapping[str, str]) -> HouseRules:
    """`options` may say what `base` says too; what differs is kept.

    Raises: Denied; Invalid, naming the field, an option as `options.NAME`.
    """
    require(by, Act.SET_CLUB)
    kept = _options(base, options)
    name = " ".join(name.split())
    club_moved(by.club_id)
    _check_name(by.club_id, name)
    rules = HouseRules.objects.create(
        club_id=by.club_id, name=name, base=base, options=kept, made_by_id=by.user_id
    )
    log_act(by, "rules_make", kind="rules", about=rules.pk)
    return rules


def _options(base: str, options: Mapping[str, str]) -> dict[str, str]:
    if base not in CODES:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
        raise Invalid("invalid_rules", text, errors={"base": text})
    refused = options_refusal(CODES[base], options)
    if refused is not None:
        text = _refusal_words(refused)
        raise Invalid(refused.code, text, errors={f"options.{refused.field}": text})
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
    elif live(club_id).filter(name=name).exists():
        text = _("There are already club rules with this name: %(name)s.") % {"name": name}
    elif live(club_id).count() >= RULES_MOST:
        text = _("A club can have at most %(most)s sets of rules. Retire some first.") % {
            "most": RULES_MOST
        }
    else:
        return
    raise Invalid("invalid_rules", text, errors={"name": text})


@transaction.atomic(savepoint=False)
def rules_retire(*, by: Person, rules: HouseRules, version: int) -> HouseRules:
    """No contest begins under them any more; those that have begun go on.

    `version`: the club's, as it was seen. Raises: Denied, Stale; Invalid while the club plays by
    them, and when they are retired already.
    """
    require(by, Act.SET_CLUB)
    club_moved(by.club_id, version)
    if Club.objects.filter(pk=by.club_id, rules=rules).exists():
        text = _("The club plays by these rules: choose others in its settings first.")
        raise Invalid("rules_in_force", text, errors={"version": text})
    now = timezone.now()
    if not live(by.club_id).filter(pk=rules.pk).update(retired_at=now):
        text = _("These rules are already retired.")
        raise Invalid("rules_retired", text, errors={"version": text})
    rules.retired_at = now
    log_act(by, "rules_retire", kind="rules", about=rules.pk)
    return rules
