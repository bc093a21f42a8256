"""What the counts say of the printed hints, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ecarte_club.core.sentences import and_list
from games.engine.robots.hints import Decides
from games.engine.terms import Score
from games.matches.labels.advice import in_a_hundred, rounded

from .selectors.hints import Example, Figure, MeasuredHint, Part, PrintedCount, Verdict

PARTS: Final[Mapping[Part, str | Promise]] = {
    Part.STAND: gettext_lazy("Jeux de règle: hands to stand on"),
    Part.REFUSE: gettext_lazy("When the dealer refuses"),
    Part.SCORE: gettext_lazy("When somebody has four"),
    Part.PLAY: gettext_lazy("Discards, the king and leads"),
}
VERDICTS: Final[Mapping[Verdict, str | Promise]] = {
    Verdict.RIGHT: pgettext_lazy("printed hint", "Right"),
    Verdict.WRONG: pgettext_lazy("printed hint", "Wrong"),
    Verdict.EVEN: pgettext_lazy("printed hint", "Hardly matters"),
}
DECIDES: Final[Mapping[Decides, str | Promise]] = {
    Decides.STAND: gettext_lazy("Stand"),
    Decides.PROPOSE: gettext_lazy("Propose"),
    Decides.REFUSE: gettext_lazy("Refuse"),
    Decides.ACCEPT: gettext_lazy("Accept"),
    Decides.DISCARD: gettext_lazy("Discard"),
    Decides.KING: gettext_lazy("The king"),
    Decides.LEAD: gettext_lazy("Lead"),
}
MINUS: Final = "\N{MINUS SIGN}"


JOINER: Final = "\N{WORD JOINER}"


def score_text(score: Score) -> str:
    """One's own first, never broken at the end of a line."""
    return f"{score.a}{JOINER}–{JOINER}{score.b}"


def gain_text(figure: Figure) -> str:
    """In chances in a hundred, with its error."""
    gain = rounded(abs(figure.gain) * 100, 1)
    sign = "+" if figure.gain >= 0 else MINUS
    return f"{sign}{gain} ± {rounded(figure.error * 100, 1)}"


def verdict_text(measured: MeasuredHint) -> str:
    """Where it is right, and where it is not."""
    if not any(figure.gain or figure.error for figure in measured.figures):
        return _("It changes nothing in who wins the game.")
    right, wrong, even = (
        measured.at(verdict) for verdict in (Verdict.RIGHT, Verdict.WRONG, Verdict.EVEN)
    )
    sentences = []
    if right:
        sentences.append(_("Right at %(scores)s.") % {"scores": _scores(right)})
    if wrong:
        sentences.append(_("Wrong at %(scores)s.") % {"scores": _scores(wrong)})
    if even:
        sentences.append(_("It hardly matters at %(scores)s.") % {"scores": _scores(even)})
    return " ".join(sentences)


def _scores(scores: Sequence[Score]) -> str:
    return and_list(score_text(score) for score in scores)


def example_text(measured: MeasuredHint, example: Example) -> str:
    facts = {
        "wins": rounded(example.wins, 0),
        "hands": rounded(example.hands, 0),
        "share": in_a_hundred(example.wins / example.hands),
        "point": in_a_hundred(example.point),
        "needed": in_a_hundred(example.needed),
        "score": score_text(measured.figures[0].score),
    }
    if measured.is_dealers:
        return (
            _(
                "The dealer wins the point against %(wins)s of the %(hands)s hands that the "
                "non-dealer may hold, and %(point)s times in a hundred against those that propose. "
                "To refuse at %(score)s takes %(needed)s."
            )
            % facts
        )
    return (
        _(
            "It wins the point against %(wins)s of the %(hands)s hands that the dealer may hold: "
            "%(share)s in a hundred. To stand at %(score)s takes %(needed)s."
        )
        % facts
    )


def count_text(count: PrintedCount) -> str:
    facts = {
        "printed": rounded(count.printed, 0),
        "count": rounded(count.count, 0),
        "hands": rounded(count.hands, 0),
        "share": rounded(count.count / count.hands * 100, 1),
    }
    if count.printed == count.count:
        return _("Printed and counted: %(count)s of %(hands)s (%(share)s in a hundred).") % facts
    return _("Printed: %(printed)s. Counted: %(count)s of %(hands)s.") % facts
