"""How the places of a tree are called."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.stages import Slot

PARTS: dict[Part, str | Promise] = {
    Part.MAIN: gettext_lazy("The tree"),
    Part.THIRD_PLACE: gettext_lazy("Third place"),
    Part.CONSOLATION: gettext_lazy("Consolation"),
}
# By how many rounds come after it.
LAST: tuple[str | Promise, ...] = (
    gettext_lazy("Final"),
    gettext_lazy("Semi-finals"),
    gettext_lazy("Quarter-finals"),
)


def round_named(number: int, rounds: int) -> str | Promise:
    after = rounds - number
    if after < len(LAST):
        return LAST[after]
    return _("Round %(number)s") % {"number": number}


def slot_named(slot: Slot, rounds: int) -> str:
    """`rounds`: of the main tree."""
    told = {"round": slot.round, "number": slot.number}
    if slot.part == Part.CONSOLATION:
        return _("Consolation, round %(round)s, match %(number)s") % told
    if slot.part == Part.THIRD_PLACE or slot.round == rounds:
        return str(LAST[0] if slot.part == Part.MAIN else PARTS[Part.THIRD_PLACE])
    return _("%(round)s, match %(number)s") % {
        **told,
        "round": round_named(slot.round, rounds),
    }
