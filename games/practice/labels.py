"""Hands against a robot, lessons and problems in sentences."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.hand.state import Discard, Phase, Say
from games.engine.robots.advice import Option
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.labels import engine
from games.matches.labels.advice import (
    AdviceText,
    action_text,
    advice_text,
    best_text,
    done_text,
    in_a_hundred,
)

from .rules.hands import READER, Decision, Done

Text = str | Promise
MISTAKE: Final = 0.005
"""What gives away less is as good as the best."""

QUESTIONS: Final[Mapping[Phase, Text]] = {
    Phase.PROPOSAL: gettext_lazy("Do you propose or stand?"),
    Phase.ANSWER: gettext_lazy("Do you accept or refuse?"),
    Phase.DISCARD_ELDER: gettext_lazy("Which cards do you discard?"),
    Phase.DISCARD_DEALER: gettext_lazy("Which cards do you discard?"),
    Phase.PLAY: gettext_lazy("Which card do you play?"),
}

ROBOTS: Final[Mapping[str, Text]] = {
    "beginner": gettext_lazy("Beginner robot"),
    "club": gettext_lazy("Club robot"),
    "strong": gettext_lazy("Strong robot"),
}


class LessonText(NamedTuple):
    title: Text
    idea: Text


LESSONS: Final[Mapping[str, LessonText]] = {
    "three_trumps": LessonText(
        gettext_lazy("Three trumps: stand"),
        gettext_lazy(
            "Three trumps win most points as they are, and an exchange helps the dealer too."
        ),
    ),
    "two_trumps": LessonText(
        gettext_lazy("Two trumps and a queen"),
        gettext_lazy(
            "With two trumps, look at the rest: two cards of a suit headed by a queen are enough."
        ),
    ),
    "one_trump": LessonText(
        gettext_lazy("One trump and a long suit"),
        gettext_lazy("A long suit headed by the king needs a single trump beside it."),
    ),
    "king": LessonText(
        gettext_lazy("The king can wait"),
        gettext_lazy(
            "With the king of trumps you lose nothing by an exchange: the dealer cannot take it in."
        ),
    ),
    "guarded": LessonText(
        gettext_lazy("When the dealer refuses"),
        gettext_lazy(
            "You deal. Somebody who proposes is weak: refuse as soon as your suits are guarded."
        ),
    ),
    "weak": LessonText(
        gettext_lazy("When the dealer accepts"),
        gettext_lazy(
            "You deal. A dealer who refuses and loses pays two: some hands only look good."
        ),
    ),
    "throw": LessonText(
        gettext_lazy("What to throw"),
        gettext_lazy("You proposed, and the dealer accepted. Now choose what to discard."),
    ),
    "lead": LessonText(
        gettext_lazy("The first lead"),
        gettext_lazy("You stood. Lead from the suit that is guarded, and lead its highest card."),
    ),
    "at_four": LessonText(
        gettext_lazy("The dealer is at four"),
        gettext_lazy(
            "The score decides. A dealer who needs a single point gains more by an exchange than "
            "you: play as soon as you have a trump."
        ),
    ),
    "three_four": LessonText(
        gettext_lazy("Three to four, and you deal"),
        gettext_lazy(
            "You have four, they have three. Whoever proposes now must hold a very bad hand."
        ),
    ),
}


def names_of(reader: str, level: str) -> dict[Seat, str]:
    return {READER: reader or _("Guest"), READER.other: str(ROBOTS[level])}


def sentences(done: Sequence[Done], names: Mapping[Seat, str]) -> list[str]:
    """What happened; of the robot's discards how many alone."""
    found = []
    for one in done:
        if one.seat is not READER and isinstance(one.action, tuple):
            found.append(_taken(len(cast(Discard, one.action)), names[one.seat]))
        elif one.action is not Say.MARK:
            found.append(done_text(one.action, names[one.seat]))
        found += [engine.mark(mark, names) for mark in one.marks]
    return found


def _taken(number: int, who: str) -> str:
    if not number:
        return _("%(who)s takes nothing.") % {"who": who}
    text = ngettext("%(who)s takes %(number)s card.", "%(who)s takes %(number)s cards.", number)
    return text % {"who": who, "number": number}


class Judgement(NamedTuple):
    """`text`: what the reader's choice cost; `best`: what was best, where it was something else."""

    text: str
    best: str
    advice: AdviceText
    is_good: bool


def judgement(decision: Decision) -> Judgement:
    advised = advice_text(decision.advice)
    facts = {
        "choice": action_text(decision.chosen.action),
        "cost": in_a_hundred(decision.cost),
    }
    if decision.cost < MISTAKE:
        # Translators: %(choice)s as in “Stand”.
        return Judgement(_("%(choice)s: as good as can be.") % facts, "", advised, is_good=True)
    # Translators: %(choice)s as in “Stand”.
    text = _("%(choice)s: it gives away %(cost)s games in a hundred.") % facts
    best = best_text(decision.advice.best.action)
    return Judgement(text, best, advised, is_good=False)


def given_away(decisions: Sequence[Decision]) -> str:
    """Of a hand that is over."""
    costs = [one.cost for one in decisions if one.cost >= MISTAKE]
    if not costs:
        return _("You gave nothing away in this hand.")
    text = ngettext(
        "%(number)s mistake in this hand: it gave away %(cost)s games in a hundred.",
        "%(number)s mistakes in this hand: together they gave away %(cost)s games in a hundred.",
        len(costs),
    )
    return text % {"number": len(costs), "cost": in_a_hundred(sum(costs))}


class OptionRow(NamedTuple):
    """A choice in a problem. `games`: won in a hundred. `players`: how many chose it."""

    text: str
    games: str
    players: str
    is_best: bool
    is_chosen: bool


def option_row(
    option: Option, number: int, players: int, best: Option, chosen: Option
) -> OptionRow:
    # Translators: how many players made a choice, of all who made one: “7 of 12”.
    counted = _("%(number)s of %(players)s") % {"number": number, "players": players}
    games = in_a_hundred(option.chance)
    return OptionRow(action_text(option.action), games, counted, option is best, option is chosen)


def answered_text(players: int) -> str:
    text = ngettext(
        "%(players)s player has answered.", "%(players)s players have answered.", players
    )
    return text % {"players": players}


def score_text(score: Score) -> str:
    """The reader's first."""
    return f"{score.a}–{score.b}"
