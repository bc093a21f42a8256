"""What is agreed in each kind of contest, in words: for the form that opens one, and its board."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.contests.models import Contest
from scoring.contests.rules import bets
from scoring.contests.rules.kinds import CONTESTS, Kind
from scoring.contests.rules.pool import Paying
from scoring.ledger.labels.unit import UnitWords, unit_words

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Term:
    """`choices`: by value, where one of several is agreed; `is_yes`: where it is yes or no.
    `none`: what 0 says. `in_points`: the label where points are what counts.
    """

    name: str
    label: Text
    hint: Text
    choices: tuple[tuple[str, Text], ...] = ()
    is_yes: bool = False
    none: Text = ""
    in_points: Text = ""

    def called(self, words: UnitWords) -> Text:
        return self.in_points if self.in_points and words.is_points else self.label


PER_CENT = {"levy"}
LEVY_HINT = gettext_lazy("Per cent of what the winning side wins; article 64 has 5, 0 is none.")
TERMS: Mapping[Kind, tuple[Term, ...]] = {
    Kind.MATCH: (),
    Kind.POOL: (
        Term(
            "stake",
            gettext_lazy("Stake"),
            gettext_lazy("What is put in at once; 0 for a pool of honour."),
            in_points=gettext_lazy("Points put in"),
        ),
        Term(
            "paying",
            gettext_lazy("Who puts in"),
            gettext_lazy("Both ways are Foster’s."),
            (
                (Paying.DEPOSIT, gettext_lazy("Everybody first, then the loser of each game")),
                (Paying.SEATED, gettext_lazy("The two who begin, then whoever sits down")),
            ),
        ),
        Term(
            "to_win",
            gettext_lazy("Games to win in succession"),
            gettext_lazy("0: one less than there are players, as Foster has it."),
            none=gettext_lazy("one less than there are players"),
        ),
    ),
    Kind.CUL_LEVE: (
        Term(
            "stake",
            gettext_lazy("Stake of a game"),
            gettext_lazy("What the loser gives the winner; 0 for nothing."),
            in_points=gettext_lazy("Points of a game"),
        ),
        Term(
            "loser_inscribes",
            gettext_lazy("The loser is inscribed again"),
            gettext_lazy("At the foot of the list, by himself; else he asks (article 63)."),
            is_yes=True,
        ),
        Term(
            "backer_sits",
            gettext_lazy("A backer may take the loser’s seat"),
            gettext_lazy("Before the list (Foster); else always the next inscribed."),
            is_yes=True,
        ),
    ),
    Kind.BANK: (
        Term("minimum", gettext_lazy("Lowest bid"), gettext_lazy("With which the auction begins.")),
        Term("step", gettext_lazy("Step"), gettext_lazy("By how much a bid exceeds the last.")),
        Term(
            "most_bank",
            gettext_lazy("Highest bid"),
            gettext_lazy("0: no limit."),
            none=gettext_lazy("no limit"),
        ),
        Term(
            "most_stake",
            gettext_lazy("Most on one game"),
            gettext_lazy("What one may lay; 0: no limit."),
            none=gettext_lazy("no limit"),
        ),
        Term("levy", gettext_lazy("Levy"), LEVY_HINT, none=gettext_lazy("none")),
    ),
    Kind.BOX: (
        Term(
            "stake",
            gettext_lazy("Stake of a game"),
            gettext_lazy("For who names none of his own."),
            in_points=gettext_lazy("Points of a game"),
        ),
        Term(
            "most",
            gettext_lazy("Highest stake"),
            gettext_lazy("What one may name."),
            in_points=gettext_lazy("Most points"),
        ),
        Term(
            "on_loss",
            gettext_lazy("A box that loses"),
            gettext_lazy("It stays by article 65; it passes in the modern rotation."),
            (
                ("box_passes", gettext_lazy("The box passes to the captain")),
                ("box_stays", gettext_lazy("The box stays")),
            ),
        ),
    ),
}
GALLERY: tuple[Term, ...] = (
    Term("levy", gettext_lazy("Levy on bets"), LEVY_HINT, none=gettext_lazy("none")),
    Term(
        "most",
        gettext_lazy("Most on one game"),
        gettext_lazy("What one of the gallery may lay; 0: no limit."),
        none=gettext_lazy("no limit"),
    ),
)
ABOUT: Mapping[Kind, Text] = {
    Kind.MATCH: gettext_lazy("Two play, and the gallery bets on them."),
    Kind.POOL: gettext_lazy(
        "Who wins so many games in succession takes what all put in. The loser gives up the seat "
        "to the next, and goes to the foot."
    ),
    Kind.CUL_LEVE: gettext_lazy(
        "Two play, the others are inscribed. The loser gets up, and the next sits down."
    ),
    Kind.BANK: gettext_lazy(
        "The chouette of the regulation: one holds a bank, which is bid for, against all who lay "
        "against it."
    ),
    Kind.BOX: gettext_lazy(
        "The box alone against a team, of which each plays for an amount of his own."
    ),
}


@dataclass(frozen=True, slots=True)
class Agreed:
    label: str
    value: str


def agreed(contest: Contest) -> list[Agreed]:
    """Each term of the contest and its gallery, as it was agreed."""
    kind, words = Kind(contest.kind), unit_words(contest.club)
    found = _of(CONTESTS[kind].terms, TERMS[kind], contest.agreed, words)
    if contest.gallery is not None:
        found += _of(bets.Terms, GALLERY, contest.gallery, words)
    return found


def _of(
    kind: type, terms: tuple[Term, ...], given: Mapping[str, object], words: UnitWords
) -> list[Agreed]:
    usual = {one.name: one.default for one in fields(kind)}
    return [
        Agreed(str(one.called(words)), _said(one, given.get(one.name, usual[one.name])))
        for one in terms
    ]


def _said(term: Term, value: object) -> str:
    if term.is_yes:
        return _("yes") if value else _("no")
    if term.choices:
        return str(dict(term.choices)[str(value)])
    if term.none and value == 0:
        return str(term.none)
    return _("%(number)s per cent") % {"number": value} if term.name in PER_CENT else str(value)
