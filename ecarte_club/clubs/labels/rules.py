"""The options of a code of laws in a player's words: what is asked, and each answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import house
from games.engine.codes import Code
from games.engine.refusals import RefusalCode

from .citations import law

Text = str | Promise

CODE_NAMES: Mapping[str, Text] = {
    "london": _("London"),
    "britannica": _("Britannica 1911"),
    "modern": _("modern"),
    "household": _("household"),
}
CODE_TITLES: Mapping[str, Text] = {
    "london": _("Laws of the London clubs"),
    "britannica": _("Laws of the Britannica, 1911"),
    "modern": _("Modern rules"),
    "household": _("Household rules"),
}
OPTION_NAMES: Mapping[str, Text] = {
    "proposals": _("How often the non-dealer may propose"),
    "propose_after_dealer_took_none": _("Proposing again after the dealer took no card"),
    "proposer_takes_one": _("Whoever proposed takes at least one card"),
    "king_held_until": _("The king held may be announced"),
    "false_king": _("The king announced by who does not hold it"),
    "abandoned": _("A hand that is abandoned"),
    "lost_vole": _("Whoever stood or refused loses all five tricks"),
    "gallery_may_point": _("Those who back a player may point to a card"),
    "loser_goes_out": _("The loser of a game goes out, the next comes in"),
    "game_value": _("What a game is worth"),
    "cut_for_deal": _("The first deal is cut for"),
}
_YES_NO: Mapping[str, Text] = {"yes": _("Yes."), "no": _("No.")}
VALUES: Mapping[str, Mapping[str, Text]] = {
    "proposals": {
        "as_often_as_he_pleases": _("As often as the hand asks for it, while cards last."),
        "while_dealer_exchanges": _("While the dealer exchanges too, and cards last."),
        "one_second_by_agreement": _("Once; a second time only by agreement."),
    },
    "propose_after_dealer_took_none": {
        "yes": _("Allowed."),
        "no": _("Not allowed."),
        "does_not_arise": _("Does not arise: there is one proposal."),
    },
    "proposer_takes_one": _YES_NO,
    "king_held_until": {
        "first_card_or_king_answered": _(
            "Before one’s first card; the king led, until it is played to; the king as the "
            "dealer’s first card, until the dealer plays again."
        ),
        "first_card_king_included": _(
            "Before one’s first card, or with it if that card is the king."
        ),
        "opening_lead": _("Before the opening lead."),
        "first_card": _("Before one’s first card."),
    },
    "false_king": {
        "one_less_unless_adversary_holds": _(
            "Who then wins marks one less, unless the adversary holds the king."
        ),
        "one_less": _("Who then wins marks one less."),
        "not_allowed": _("Is not allowed; no penalty is fixed."),
    },
    "abandoned": {
        "point_or_vole": _("Gives the vole if no trick was made, the point after one or two."),
        "remaining_tricks": _("Gives the adversary the remaining tricks."),
    },
    "lost_vole": {
        "vole_unaffected": _("The vole: two. The rule of two for the point leaves it to itself."),
        "two_whatever_the_tricks": _("Two, by the same rule as for the point."),
    },
    "gallery_may_point": _YES_NO,
    "loser_goes_out": {
        "no": _("No."),
        "unless_chouette": _("Yes, unless the loser plays la chouette."),
    },
    "game_value": {
        "by_agreement": _("Treble, double or single, where the players agree on it; else one."),
        "single": _("Always one."),
    },
    "cut_for_deal": {
        "at_the_start": _("At the start."),
        "at_each_rubber": _("At each rubber."),
    },
}


REFUSALS: Mapping[str, Text] = {
    RefusalCode.OPTION_UNKNOWN: _("No code of laws has an option of this name."),
    RefusalCode.OPTION_VALUE_UNKNOWN: _("This option cannot be chosen so."),
    RefusalCode.PROPOSALS_CONTRADICT: _(
        "This does not go with how often one may propose: choose “does not arise” where there "
        "is one proposal, “not allowed” where they end with the dealer’s exchanges, else either."
    ),
}


@dataclass(frozen=True, slots=True)
class Said:
    """One option of a code in words. `changed`: not as in the code that it was made from."""

    name: str
    value: str
    question: Text
    answer: Text
    source: str
    changed: bool


def said(code: Code, base: Code | None = None) -> list[Said]:
    """Every option, in the order of the code, with its source."""
    options, printed = code.options(), (base or code).options()
    found = []
    for name in house.OPTIONS:
        value = house.text(options[name].value)
        changed = options[name].value is not printed[name].value
        source = law(options[name].source)
        found.append(Said(name, value, OPTION_NAMES[name], VALUES[name][value], source, changed))
    return found
