"""The options of a code of laws in words: each question, and its answers."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import club_rules
from games.engine.codes import Code
from games.engine.refusals import RefusalCode

from .citations import law

Text = str | Promise

CODE_NAMES: Mapping[str, Text] = {
    "london": _("London"),
    "britannica": _("Britannica 1911"),
    "modern": _("Modern"),
    "household": _("Enquire Within"),
}
CODE_TITLES: Mapping[str, Text] = {
    "london": _("Laws of the London clubs"),
    "britannica": _("Laws of the Britannica, 1911"),
    "modern": _("Modern rules"),
    "household": _("Enquire Within rules"),
}
OPTION_NAMES: Mapping[str, Text] = {
    "proposals": _("How often the non-dealer may propose"),
    "propose_after_dealer_took_none": _("Proposing again after the dealer took no card"),
    "proposer_takes_one": _("The player who proposed takes at least one card"),
    "king_held_until": _("When the king held may be announced"),
    "false_king": _("The king announced by a player who does not hold it"),
    "abandoned": _("A hand that is abandoned"),
    "lost_vole": _("A player who stood or refused loses all five tricks"),
    "gallery_may_point": _("Backers may point to a card"),
    "loser_goes_out": _("The loser of a game goes out, the next comes in"),
    "game_value": _("What a game is worth"),
    "cut_for_deal": _("When the first deal is cut for"),
}
_YES_NO: Mapping[str, Text] = {"yes": _("Yes."), "no": _("No.")}
VALUES: Mapping[str, Mapping[str, Text]] = {
    "proposals": {
        "as_often_as_he_pleases": _("As often as the non-dealer likes, while cards last."),
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
            "Before the player’s first card; a king that is led, until it is "
            "played to; a king as the dealer’s first card, until the dealer plays "
            "again."
        ),
        "first_card_king_included": _(
            "Before the player’s first card, or with it if that card is the king."
        ),
        "opening_lead": _("Before the opening lead."),
        "first_card": _("Before the player’s first card."),
    },
    "false_king": {
        "one_less_unless_adversary_holds": _(
            "The winner then marks one less, unless the opponent holds the king."
        ),
        "one_less": _("The winner then marks one less."),
        "not_allowed": _("Not allowed; no penalty is fixed."),
    },
    "abandoned": {
        "point_or_vole": _("Gives the vole if no trick was made, the point after one or two."),
        "remaining_tricks": _("Gives the opponent the remaining tricks."),
    },
    "lost_vole": {
        "vole_unaffected": _("Two, as for any vole. The rule of two for the point does not apply."),
        "two_whatever_the_tricks": _("Two, by the same rule as for the point."),
    },
    "gallery_may_point": _YES_NO,
    "loser_goes_out": {
        "no": _("No."),
        "unless_chouette": _("Yes, unless the loser is the chouetteur."),
    },
    "game_value": {
        "by_agreement": _(
            "Treble, double or single if the players agree; otherwise always single."
        ),
        "single": _("Always single."),
    },
    "cut_for_deal": {
        "at_the_start": _("At the start."),
        "at_each_rubber": _("At each rubber."),
    },
}


REFUSALS: Mapping[str, Text] = {
    RefusalCode.OPTION_UNKNOWN: _("No code of laws has an option with this name."),
    RefusalCode.OPTION_VALUE_UNKNOWN: _("This value is not possible for this option."),
    RefusalCode.PROPOSALS_CONTRADICT: _(
        "This contradicts “How often the non-dealer may propose”. With one "
        "proposal choose “Does not arise”; where proposals end with the "
        "dealer’s exchanges choose “Not allowed”; otherwise choose either."
    ),
}


@dataclass(frozen=True, slots=True)
class OptionText:
    """One option of a code in words. `citation`: its source as the code has it; `changed`: not as
    in the code that it was made from."""

    name: str
    value: str
    question: Text
    answer: Text
    citation: str
    changed: bool

    @property
    def source(self) -> str:
        return law(self.citation)


def option_texts(code: Code, base: Code | None = None) -> list[OptionText]:
    """Every option, in the order of the code, with its source."""
    options, printed = code.options(), (base or code).options()
    texts = []
    for name in club_rules.OPTIONS:
        value = club_rules.text(options[name].value)
        texts.append(
            OptionText(
                name=name,
                value=value,
                question=OPTION_NAMES[name],
                answer=VALUES[name][value],
                citation=options[name].source,
                changed=options[name].value is not printed[name].value,
            )
        )
    return texts
