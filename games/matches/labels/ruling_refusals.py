"""Why a ruling cannot be taken, said to the player who would take it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.refusals import RefusalCode

REFUSALS: Mapping[str, str | Promise] = {
    RefusalCode.IRREGULARITY_UNKNOWN: _(
        "The laws say nothing about this. Choose what happened from the list."
    ),
    RefusalCode.FACT_UNKNOWN: _("This question decides nothing here: %(fact)s."),
    RefusalCode.FACT_ANSWER_UNKNOWN: _("This is not an answer to the question %(fact)s."),
    RefusalCode.FACTS_CONTRADICT: _(
        "With the other answers, this question does not arise: %(fact)s."
    ),
    RefusalCode.FACT_MISSING: _("A question still needs an answer: %(fact)s."),
    RefusalCode.CHOICE_NOT_OPEN: _(
        "This cannot be chosen here. Take one of the choices the law gives."
    ),
    RefusalCode.RULING_LAW_CONTRADICTS: _(
        "This ruling does not follow from the law that was noted. Make the ruling again."
    ),
    RefusalCode.OFFENDER_MISSING: _("Say who did it."),
    RefusalCode.OFFENDER_CONTRADICTS: _(
        "This player cannot have done it. Correct the dealer, or who it was."
    ),
    RefusalCode.TRICKS_CONTRADICT_RULING: _(
        "The tricks noted do not fit what was said when the hand was abandoned."
    ),
    RefusalCode.ABANDONING_CONTRADICTS_RULING: _(
        "The ruling and the hand do not agree on who abandoned it."
    ),
    RefusalCode.MARKS_CONTRADICT_RULING: _("These marks are not possible after this ruling."),
}
