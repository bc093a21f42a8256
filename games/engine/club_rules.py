"""A club's own rules: a code of laws made from one of the four, option by option."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from .codes import (
    AGREEMENT,
    CODES,
    Abandoned,
    Code,
    CutForDeal,
    ExposedInCutting,
    FalseKing,
    GameValue,
    HighestCut,
    KingUntil,
    LoserGoesOut,
    LostVole,
    Option,
    Proposals,
    ScoreAmended,
    WrongDeal,
    cited,
)
from .refusals import Refusal, RefusalCode, RefusalError

Changes = Mapping[str, str]
"""Options by name, each with the text of its value."""

_YES_OR_NO = (True, False)
_VALUES: Mapping[str, tuple[object, ...]] = {
    "proposals": tuple(Proposals),
    "propose_after_dealer_took_none": (*_YES_OR_NO, None),
    "proposer_takes_one": _YES_OR_NO,
    "king_held_until": tuple(KingUntil),
    "false_king": tuple(FalseKing),
    "wrong_deal": tuple(WrongDeal),
    "exposed_in_cutting": tuple(ExposedInCutting),
    "score_amended": tuple(ScoreAmended),
    "abandoned": tuple(Abandoned),
    "lost_vole": tuple(LostVole),
    "gallery_may_point": _YES_OR_NO,
    "loser_goes_out": tuple(LoserGoesOut),
    "game_value": tuple(GameValue),
    "cut_for_deal": tuple(CutForDeal),
    "highest_cut": tuple(HighestCut),
}
OPTIONS = tuple(_VALUES)

# How often one may propose says what there is to decide once the dealer took none.
_AFTER_NONE: Mapping[object, tuple[object, ...]] = {
    Proposals.AS_OFTEN_AS_HE_PLEASES: _YES_OR_NO,
    Proposals.WHILE_DEALER_EXCHANGES: (False,),
    Proposals.ONE_SECOND_BY_AGREEMENT: (None,),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option can have, its text, and every source that has it."""

    text: str
    value: object
    source: str


def text(value: object) -> str:
    """The form in which a value is stored and sent."""
    if isinstance(value, Enum):
        return str(value.value)
    if value is None:
        return "does_not_arise"
    return "yes" if value else "no"


def choices(option: str) -> tuple[Choice, ...]:
    """What no code of laws has is "agreement"."""
    return tuple(Choice(text(value), value, _source(option, value)) for value in _VALUES[option])


def _source(option: str, value: object) -> str:
    options = [code.options()[option] for code in CODES.values()]
    return cited(*(like.source for like in options if like.value is value)) or AGREEMENT


def differences(base: Code, changes: Changes) -> dict[str, str]:
    """Those of `changes` that change anything, in the order of the code."""
    options = base.options()
    return {
        name: changes[name]
        for name in OPTIONS
        if name in changes and changes[name] != text(options[name].value)
    }


def options_refusal(base: Code, changes: Changes) -> Refusal | None:
    """Why no code can have these options; `field` is the option at fault."""
    for name, value in changes.items():
        if name not in _VALUES:
            return Refusal(RefusalCode.OPTION_UNKNOWN, AGREEMENT, name)
        if value not in {choice.text for choice in choices(name)}:
            return Refusal(RefusalCode.OPTION_VALUE_UNKNOWN, AGREEMENT, name)
    made = _code_with(base, changes)
    if made.propose_after_dealer_took_none.value not in _AFTER_NONE[made.proposals.value]:
        law = made.proposals.source
        return Refusal(RefusalCode.PROPOSALS_CONTRADICT, law, "propose_after_dealer_took_none")
    return None


def code_with(base: Code, changes: Changes) -> Code:
    """`base` with other values, each with the source of the codes that have it.

    An option that is set to what it is keeps its source. Raises: RefusalError.
    """
    refused = options_refusal(base, changes)
    if refused is not None:
        raise RefusalError(refused)
    return _code_with(base, changes)


def _code_with(base: Code, changes: Changes) -> Code:
    chosen = {
        name: next(choice for choice in choices(name) if choice.text == value)
        for name, value in differences(base, changes).items()
    }
    options = {name: Option(choice.value, choice.source) for name, choice in chosen.items()}
    return replace(base, **options)  # type: ignore[arg-type]  # each has the type of its option
