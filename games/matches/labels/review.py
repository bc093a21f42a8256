"""The post-mortem of a match in sentences: for its page, as text, and on the command line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.robots.review import Summary
from games.engine.seats import Seat
from games.matches.changes import decisions_advised
from games.matches.models import Match
from games.matches.rules.review import Judgement
from games.matches.selectors.review import HandReview, Review, Unavailable, WhyNot

from .advice import best_text, citation, done_text, in_a_hundred, rounded
from .engine import Names
from .hands import game_heading, hand_name

WHY_NOT: Final[Mapping[WhyNot, str | Promise]] = {
    WhyNot.SCORE_ONLY: gettext_lazy("Entered by its score alone."),
    WhyNot.NO_CARDS: gettext_lazy("Entered without its cards."),
    WhyNot.CARDS_UNKNOWN: gettext_lazy("Some of its cards were not written down."),
    WhyNot.RULING: gettext_lazy("A law was broken, and a ruling changed the hand."),
}


UNAVAILABLE: Final[Mapping[Unavailable, str | Promise]] = {
    Unavailable.IN_PLAY: gettext_lazy(
        "The match is not over. Its post-mortem appears here after the last hand."
    ),
    Unavailable.ANNULLED: gettext_lazy(
        "This match is annulled. Only matches that count have a post-mortem."
    ),
}


@dataclass(frozen=True, slots=True)
class DecisionText:
    """`best`: empty where the best was done. `figures`: how often each wins the game. `open_cards`:
    what it gave away with all cards seen, if anything. `citation`: of the printed hint."""

    done: str
    best: str
    cost: str
    figures: str
    open_cards: str
    citation: str
    is_mistake: bool
    moment: int


def decision_text(judged: Judgement, names: Names) -> DecisionText:
    """`names`: of the players, by seat."""
    is_best = judged.cost == 0
    return DecisionText(
        done=done_text(judged.done.action, names[judged.seat]),
        best="" if is_best else best_text(judged.best.action),
        cost="" if is_best else cost_text(judged.cost),
        figures=_figures(judged, is_best=is_best),
        open_cards=_open_cards(judged),
        citation=citation(judged.hint) if judged.hint else "",
        is_mistake=judged.is_mistake,
        moment=judged.moment,
    )


LEAST: Final = 0.0005


def cost_text(cost: float) -> str:
    """In a hundred."""
    if cost < LEAST:
        return _("less than %(figure)s") % {"figure": in_a_hundred(2 * LEAST)}
    return in_a_hundred(cost)


def _figures(judged: Judgement, *, is_best: bool) -> str:
    done, best = judged.done.chance, judged.best.chance
    if is_best:
        return _("Wins the game %(done)s times in a hundred.") % {"done": in_a_hundred(done)}
    facts = {"done": in_a_hundred(done), "best": in_a_hundred(best)}
    if facts["done"] == facts["best"]:
        facts = {"done": rounded(done * 100, 1), "best": rounded(best * 100, 1)}
    if facts["done"] == facts["best"]:
        return _("Wins the game %(done)s times in a hundred, hardly less.") % facts
    return _("Wins the game %(done)s times in a hundred, instead of %(best)s.") % facts


def _open_cards(judged: Judgement) -> str:
    if not judged.lost_tricks:
        return ""
    text = ngettext(
        "With all cards seen, this gives away %(number)s trick.",
        "With all cards seen, this gives away %(number)s tricks.",
        judged.lost_tricks,
    )
    return text % {"number": judged.lost_tricks}


def summary_text(summary: Summary, name: str) -> str:
    if not summary.mistakes:
        return _("%(name)s: no mistakes.") % {"name": name}
    text = ngettext(
        "%(name)s: %(number)s mistake, %(cost)s chances in a hundred given away.",
        "%(name)s: %(number)s mistakes, %(cost)s chances in a hundred given away.",
        summary.mistakes,
    )
    facts = {"name": name, "number": summary.mistakes, "cost": in_a_hundred(summary.given_away)}
    return text % facts


def advised_text(number: int, name: str) -> str:
    """Empty if no advice was sought."""
    if not number:
        return ""
    text = ngettext(
        "%(name)s sought advice on %(number)s decision.",
        "%(name)s sought advice on %(number)s decisions.",
        number,
    )
    return text % {"name": name, "number": number}


def advised_lines(match: Match, names: Names) -> list[str]:
    """Who sought advice in the match."""
    seats = list(decisions_advised(match).values())
    return [advised_text(seats.count(seat), names[seat]) for seat in Seat if seat in seats]


def hand_heading(review: Review, hand: HandReview) -> str:
    state = review.reading.state
    if not hand.number:
        return game_heading(state, hand.game)
    return hand_name(state, hand.game, hand.number)


def progress_text(review: Review) -> str:
    """While hands wait."""
    judged = len(review.judged)
    facts = {"judged": judged, "all": judged + review.waiting}
    return _("%(judged)s of %(all)s hands judged so far.") % facts


def text_of(review: Review) -> str:
    """As a file, of as many hands as are judged by now."""
    return "".join(f"{line}\n" for line in text_lines(review))


def text_lines(review: Review) -> Iterator[str]:
    names = review.reading.names
    yield _("Post-mortem: %(a)s against %(b)s") % {
        "a": review.match.player_a.name,
        "b": review.match.player_b.name,
    }
    yield ""
    if review.unavailable:
        yield str(UNAVAILABLE[review.unavailable])
        return
    for seat, name in names.items():
        yield summary_text(review.summary(seat), name)
        if advised := advised_text(review.advised(seat), name):
            yield advised
    if review.waiting:
        yield progress_text(review)
    for hand in review.hands:
        yield ""
        yield hand_heading(review, hand)
        if hand.why_not:
            yield f"  {WHY_NOT[hand.why_not]}"
        yield from hand_lines(hand.judged or (), names)


def hand_lines(judged: Iterable[Judgement], names: Names) -> Iterator[str]:
    for one in judged:
        text = decision_text(one, names)
        yield f"  {text.done} {text.figures}"
        if text.best:
            facts = {"best": text.best, "cost": text.cost}
            # Translators: %(best)s as in “Best: king of hearts”.
            yield "    " + _("%(best)s. Cost: %(cost)s in a hundred.") % facts
        if text.open_cards:
            yield f"    {text.open_cards}"
