"""Texts of clubs: the audit log, rules, and citations of laws."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Model
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.core.sentences import and_list
from games.engine import club_rules
from games.engine.codes import AGREEMENT, CODES, EB, ENQUIRE, FOSTER, LONDON_LAWS, MODERN, Code
from games.engine.refusals import RefusalCode

from .audit_log import FORMATTERS, NamesOf, register_acts, register_names
from .models import Club, HouseRules, Player, User
from .permissions import Role

ACTS = {
    "player_add": (gettext_lazy("Player added"), gettext_lazy("Player added: %(about)s")),
    "player_rename": (gettext_lazy("Player renamed"), gettext_lazy("Player renamed: %(about)s")),
    "player_details_set": (
        gettext_lazy("Member’s details changed"),
        gettext_lazy("Member’s details changed: %(about)s, %(fields)s"),
    ),
    "player_leave": (gettext_lazy("Player left"), gettext_lazy("Player left: %(about)s, %(on)s")),
    "player_return": (
        gettext_lazy("Player came back"),
        gettext_lazy("Player came back: %(about)s"),
    ),
    "players_merge": (
        gettext_lazy("Players merged"),
        gettext_lazy("Players merged: %(gone)s, now %(about)s"),
    ),
    "players_merge_undo": (
        gettext_lazy("Merge of players undone"),
        gettext_lazy("Merge undone: %(gone)s and %(about)s are two players again"),
    ),
    "player_anonymise": (
        gettext_lazy("Player made anonymous"),
        gettext_lazy("Player made anonymous: %(about)s"),
    ),
    "choices_make": (
        gettext_lazy("Choice of what the public sees"),
        gettext_lazy("Choice of what the public sees: %(about)s"),
    ),
    "calendar_renew": (
        gettext_lazy("Calendar addresses renewed"),
        gettext_lazy("Calendar addresses renewed: %(about)s"),
    ),
    "sessions_end": (
        gettext_lazy("Signed out everywhere"),
        gettext_lazy("Signed out everywhere: %(about)s"),
    ),
    "invitation_make": (
        gettext_lazy("Invitation created"),
        gettext_lazy("Invitation created: %(to)s"),
    ),
    "invitation_revoke": (
        gettext_lazy("Invitation withdrawn"),
        gettext_lazy("Invitation withdrawn: %(to)s"),
    ),
    "invitation_accept": (
        gettext_lazy("Invitation accepted"),
        gettext_lazy("Invitation accepted: %(to)s"),
    ),
    "role_give": (gettext_lazy("Role given"), gettext_lazy("Role given: %(about)s, %(role)s")),
    "role_take": (gettext_lazy("Role removed"), gettext_lazy("Role removed: %(about)s, %(role)s")),
    "second_factor_set": (
        gettext_lazy("Two-step sign-in required"),
        gettext_lazy("Two-step sign-in required: %(wanted)s"),
    ),
    "club_create": (gettext_lazy("Club created"), gettext_lazy("Club created: %(about)s")),
    "club_set": (gettext_lazy("Settings changed"), gettext_lazy("Settings changed: %(fields)s")),
    "rules_make": (gettext_lazy("Club rules made"), gettext_lazy("Club rules made: %(about)s")),
    "rules_retire": (
        gettext_lazy("Club rules retired"),
        gettext_lazy("Club rules retired: %(about)s"),
    ),
}
FIELDS = {
    "name": gettext_lazy("name"),
    "place": gettext_lazy("place"),
    "public": gettext_lazy("public"),
    "code": gettext_lazy("code of laws"),
    "rules": gettext_lazy("club rules"),
    "confirms": gettext_lazy("the opponent confirms each game"),
    "names_shown": gettext_lazy("players’ names for the public"),
    "shows_odds": gettext_lazy("odds beside matches in play"),
    "robots": gettext_lazy("robots may play here"),
    "robots_rated_since": gettext_lazy("matches with robots in ratings"),
    "unit": gettext_lazy("what is played for"),
    "language": gettext_lazy("language of the club’s e-mails"),
    "email": gettext_lazy("e-mail"),
    "phone": gettext_lazy("phone"),
    "licence": gettext_lazy("licence number"),
    "member_until": gettext_lazy("member until"),
    "note": gettext_lazy("note of the committee"),
}


def _role(value: str) -> str:
    return str(Role(value).label) if value in list(Role) else value


def _day(value: str) -> str:
    return date_format(date.fromisoformat(value), "DATE_FORMAT")


def _fields(value: Iterable[str]) -> str:
    return and_list(FIELDS.get(name, name) for name in value)


def _yes_or_no(value: bool) -> str:
    return str(gettext_lazy("yes") if value else gettext_lazy("no"))


def _names_of(model: type[Model]) -> NamesOf:
    def names(ids: set[int]) -> dict[int, str]:
        return {row.pk: str(row) for row in model._default_manager.filter(pk__in=ids).order_by()}

    return names


def register() -> None:
    register_acts(ACTS)
    register_names("player", _names_of(Player))
    register_names("user", _names_of(User))
    register_names("rules", _names_of(HouseRules))
    register_names("club", _names_of(Club))
    FORMATTERS.update(role=_role, on=_day, fields=_fields, wanted=_yes_or_no)


WORKS: Mapping[str, str | Promise] = {
    EB: gettext_lazy("Britannica 1911"),
    MODERN: gettext_lazy("modern rules"),
    ENQUIRE: gettext_lazy("Enquire Within"),
    FOSTER: gettext_lazy("Foster"),
    AGREEMENT: gettext_lazy("by agreement"),
    "Hoyle Improved": gettext_lazy("Hoyle’s Games Improved"),
    "modern rotation": gettext_lazy("modern rotation"),
}


def law(citation: str) -> str:
    """`law 42, law 49`, `art. 63` or the name of a work, in the reader's language."""
    return ", ".join(_citation(one) for one in citation.split(", "))


def as_in_london(citation: str) -> str:
    """Of a rule on which a code is silent."""
    return _("as in London, %(laws)s") % {"laws": law(citation)}


def in_london(citation: str) -> str:
    """Of a rule in whose place a code has another."""
    return _("in London, %(laws)s") % {"laws": law(citation)}


def _citation(one: str) -> str:
    kind, _space, number = one.partition(" ")
    if kind == "law":
        return _("law %(number)s") % {"number": number}
    if kind == "art.":
        return _("article %(number)s") % {"number": number}
    return str(WORKS[one])


Text = str | Promise

CODE_NAMES: Mapping[str, Text] = {
    "london": gettext_lazy("London"),
    "britannica": gettext_lazy("Britannica 1911"),
    "modern": gettext_lazy("Modern"),
    "household": gettext_lazy("Enquire Within"),
}
CODE_TITLES: Mapping[str, Text] = {
    "london": gettext_lazy("Laws of the London clubs"),
    "britannica": gettext_lazy("Laws of the Britannica, 1911"),
    "modern": gettext_lazy("Modern rules"),
    "household": gettext_lazy("Enquire Within rules"),
}
OPTION_NAMES: Mapping[str, Text] = {
    "proposals": gettext_lazy("How often the non-dealer may propose"),
    "propose_after_dealer_took_none": gettext_lazy("Proposing again after the dealer took no card"),
    "proposer_takes_one": gettext_lazy("The player who proposed takes at least one card"),
    "king_held_until": gettext_lazy("When the king held may be announced"),
    "false_king": gettext_lazy("The king announced by a player who does not hold it"),
    "wrong_deal": gettext_lazy("A wrong deal, a faced card or a lead out of turn"),
    "exposed_in_cutting": gettext_lazy("More than one card shown in cutting to the dealer"),
    "score_amended": gettext_lazy("Until when the players may put a score right"),
    "abandoned": gettext_lazy("A hand that is abandoned"),
    "lost_vole": gettext_lazy("A player who stood or refused loses all five tricks"),
    "gallery_may_point": gettext_lazy("Backers may point to a card"),
    "loser_goes_out": gettext_lazy("The loser of a game goes out, the next comes in"),
    "game_value": gettext_lazy("What a game is worth"),
    "cut_for_deal": gettext_lazy("When the first deal is cut for"),
    "highest_cut": gettext_lazy("The player who cuts the highest card"),
}
_YES_NO: Mapping[str, Text] = {"yes": gettext_lazy("Yes."), "no": gettext_lazy("No.")}
VALUES: Mapping[str, Mapping[str, Text]] = {
    "proposals": {
        "as_often_as_he_pleases": gettext_lazy(
            "As often as the non-dealer likes, while cards last."
        ),
        "while_dealer_exchanges": gettext_lazy("While the dealer exchanges too, and cards last."),
        "one_second_by_agreement": gettext_lazy("Once; a second time only by agreement."),
    },
    "propose_after_dealer_took_none": {
        "yes": gettext_lazy("Allowed."),
        "no": gettext_lazy("Not allowed."),
        "does_not_arise": gettext_lazy("Does not arise: there is one proposal."),
    },
    "proposer_takes_one": _YES_NO,
    "king_held_until": {
        "first_card_or_king_answered": gettext_lazy(
            "Before the player’s first card; a king that is led, until it is "
            "played to; a king as the dealer’s first card, until the dealer plays "
            "again."
        ),
        "first_card_king_included": gettext_lazy(
            "Before the player’s first card, or with it if that card is the king."
        ),
        "first_card_or_king_led": gettext_lazy(
            "Before the player’s first card; a king led to the first trick, until it is played to."
        ),
        "opening_lead": gettext_lazy("Before the opening lead."),
        "first_card": gettext_lazy("Before the player’s first card."),
    },
    "false_king": {
        "one_less_unless_adversary_holds": gettext_lazy(
            "If that player wins the hand, they mark one less, unless the opponent holds the king."
        ),
        "one_less": gettext_lazy("If that player wins the hand, they mark one less."),
    },
    "wrong_deal": {
        "as_each_law_says": gettext_lazy("As the law on each of them says."),
        "new_deal": gettext_lazy("A new deal, always."),
    },
    "exposed_in_cutting": {
        "new_cut": gettext_lazy("The pack is cut again."),
        "new_deal": gettext_lazy("A new deal."),
    },
    "score_amended": {
        "trump_turned_or_during_game": gettext_lazy(
            "A mark left out, until the trump of the next deal is turned; an overscore, during "
            "the game."
        ),
        "next_deal": gettext_lazy("Until the next hand is dealt."),
    },
    "abandoned": {
        "point_or_vole": gettext_lazy(
            "Gives the vole if no trick was made, the point after one or two."
        ),
        "remaining_tricks": gettext_lazy("Gives the opponent the remaining tricks."),
    },
    "lost_vole": {
        "vole_unaffected": gettext_lazy(
            "Two, as for any vole. The rule of two for the point does not apply."
        ),
        "two_whatever_the_tricks": gettext_lazy("Two, by the same rule as for the point."),
    },
    "gallery_may_point": _YES_NO,
    "loser_goes_out": {
        "no": gettext_lazy("No."),
        "unless_chouette": gettext_lazy("Yes, unless the loser is the chouetteur."),
    },
    "game_value": {
        "by_agreement": gettext_lazy(
            "Treble, double or single if the players agree; otherwise always single."
        ),
        "single": gettext_lazy("Always single."),
    },
    "cut_for_deal": {
        "at_the_start": gettext_lazy("At the start."),
        "at_each_rubber": gettext_lazy("At each rubber."),
    },
    "highest_cut": {
        "deals": gettext_lazy("Deals."),
        "chooses": gettext_lazy("Chooses who deals."),
    },
}


REFUSALS: Mapping[str, Text] = {
    RefusalCode.OPTION_UNKNOWN: gettext_lazy("No code of laws has an option with this name."),
    RefusalCode.OPTION_VALUE_UNKNOWN: gettext_lazy("This value is not possible for this option."),
    RefusalCode.PROPOSALS_CONTRADICT: gettext_lazy(
        "This contradicts “How often the non-dealer may propose”. With one "
        "proposal choose “Does not arise”; where proposals end with the "
        "dealer’s exchanges choose “Not allowed”; otherwise choose either."
    ),
}


@dataclass(frozen=True, slots=True)
class OptionText:
    """One option of a code in words. `citation`: its source as the code has it; `inherited`: from
    the London laws, as the code's own text is silent; `changed`: not as in the code that it was
    made from."""

    name: str
    value: str
    question: Text
    answer: Text
    citation: str
    inherited: bool
    changed: bool

    @property
    def source(self) -> str:
        return as_in_london(self.citation) if self.inherited else law(self.citation)


def _is_inherited(code: Code, name: str) -> bool:
    return code.text != LONDON_LAWS and code.options()[name] == CODES["london"].options()[name]


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
                inherited=_is_inherited(code, name),
                changed=options[name].value is not printed[name].value,
            )
        )
    return texts
