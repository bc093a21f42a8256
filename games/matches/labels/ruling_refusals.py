"""Why a ruling cannot be taken, said to the player who would take it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.refusals import RefusalCode

REFUSALS: Mapping[str, str | Promise] = {
    RefusalCode.IRREGULARITY_UNKNOWN: _(
        "The laws do not speak of such a thing: choose what happened from the list."
    ),
    RefusalCode.FACT_UNKNOWN: _("This question decides nothing here: %(fact)s."),
    RefusalCode.FACT_ANSWER_UNKNOWN: _("The question %(fact)s has no such answer."),
    RefusalCode.FACTS_CONTRADICT: _(
        "After the other answers this question does not arise: %(fact)s."
    ),
    RefusalCode.FACT_MISSING: _("A question that decides is still open: %(fact)s."),
    RefusalCode.CHOICE_NOT_OPEN: _(
        "Nobody can choose this here: take one of the choices that the law gives."
    ),
    RefusalCode.RULING_LAW_CONTRADICTS: _(
        "This does not rest on the law that was noted: rule again."
    ),
    RefusalCode.OFFENDER_MISSING: _("Say whose doing it was."),
    RefusalCode.OFFENDER_CONTRADICTS: _(
        "It cannot have been this player’s doing: correct the dealer, or who it was."
    ),
    RefusalCode.TRICKS_CONTRADICT_RULING: _(
        "The tricks noted do not fit what was said when the hand was abandoned."
    ),
    RefusalCode.ABANDONING_CONTRADICTS_RULING: _(
        "The ruling and the hand do not agree on who abandoned it."
    ),
    RefusalCode.MARKS_CONTRADICT_RULING: _("After this ruling no hand makes these marks."),
}
