"""Why a place is what it is, in sentences; and figures as they are read."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from django.utils.formats import date_format, localize
from django.utils.functional import Promise, keep_lazy_text
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.terms import FormatKind
from games.matches.models import TermsFields
from scoring.leagues.selectors.explanations import (
    Comparison,
    EntrantFigure,
    FigurePart,
    PlaceExplanation,
)
from scoring.leagues.selectors.standings import Line
from scoring.leagues.templatetags.signed_numbers import signed
from scoring.tables.criteria import AnyCriterion
from scoring.tables.explain import Source
from scoring.tables.figures import Number, Worth
from scoring.tables.table import Change

capitalised = keep_lazy_text(capfirst)


def name_of(criterion: AnyCriterion) -> Promise:
    return gettext_lazy(criterion.row.label)


def choices(criteria: Iterable[AnyCriterion]) -> list[tuple[str, Promise]]:
    """For a form."""
    return [(criterion.value, capitalised(name_of(criterion))) for criterion in criteria]


def columns(terms: TermsFields, lines: Iterable[Line]) -> dict[str, bool]:
    """The columns that not every format has: those that it can have, or that something is in."""
    shares = [line.share for line in lines]
    return {
        "drawn": terms.may_end_level or any(share.drawn for share in shares),
        "values": terms.game_values,
        "rubbers": terms.format == FormatKind.RUBBER or any(s.rubber_points for s in shares),
    }


def caption(tie_breaks: Sequence[AnyCriterion], *, of_teams: bool = False) -> str:
    if not tie_breaks:
        return _("Sorted by match points.") if of_teams else _("Sorted by points.")
    # Translators: %(criteria)s is a list of tie-breaks, such as "matches won, then voles".
    if of_teams:
        text = _("Sorted by match points; tie-breaks: %(criteria)s.")
    else:
        # Translators: %(criteria)s is a list of tie-breaks, such as "matches won, then voles".
        text = _("Sorted by points; tie-breaks: %(criteria)s.")
    return text % {"criteria": in_order(tie_breaks)}


def in_order(tie_breaks: Iterable[AnyCriterion]) -> str:
    """A list for a sentence."""
    # Translators: between two tie-breaks of a list.
    return _(", then ").join(str(name_of(criterion)) for criterion in tie_breaks)


def figure(criterion: AnyCriterion, worth: Worth) -> str:
    """As it is read. A tie-break among the tied players may have several numbers."""
    if len(worth) == 1:
        return _number(criterion, worth[0])
    if criterion.is_direct_encounter or not criterion.is_among_tied:
        return short_figure(criterion, worth)
    points, games, won, values = map(int, worth)
    return ngettext(
        "%(points)s point, games %(games)s (%(won)s won), game values %(values)s",
        "%(points)s points, games %(games)s (%(won)s won), game values %(values)s",
        points,
    ) % {"points": points, "games": signed(games), "won": won, "values": signed(values)}


def short_figure(criterion: AnyCriterion, worth: Worth) -> str:
    """As a column of a table has it."""
    if not criterion.is_direct_encounter:
        return "/".join(_number(criterion, value) for value in worth)
    ranges = zip(worth[::2], worth[1::2], strict=True)
    return "/".join(
        _decimal(points) if points == most else f"{_decimal(points)}–{_decimal(most)}"
        for points, most in ranges
    )


def _number(criterion: AnyCriterion, value: Number) -> str:
    shown = criterion.better(value)
    return signed(int(shown)) if criterion.row.signed else _decimal(shown)


def _decimal(number: Number) -> str:
    """With two decimals at most, as printed tables have it."""
    if isinstance(number, int):
        return _true_minus(number)
    text = f"{round(Decimal(number.numerator) / number.denominator, 2):f}".rstrip("0").rstrip(".")
    return str(localize(Decimal(text), use_l10n=True)).replace("-", "\N{MINUS SIGN}")


def signed_points(number: int) -> str:
    """As in "+2 points"."""
    text = ngettext("%(points)s point", "%(points)s points", abs(number))
    return text % {"points": signed(number)}


def adjustment_text(points: int, reason: str) -> str:
    # Translators: a points adjustment, such as "+2 points: played late".
    text = ngettext("%(points)s point: %(reason)s", "%(points)s points: %(reason)s", abs(points))
    return text % {"points": signed(points), "reason": reason}


def manual_order_text(reason: str) -> str:
    """Beside a name, where another column says that the order decided."""
    return _("Committee: %(reason)s") % {"reason": reason}


def change_text(name: str, change: Change) -> str:
    """Where somebody would stand, and where they stand now."""
    if change.points == change.points_before:
        text = _("%(name)s: place %(rank)s instead of %(before)s")
    elif change.rank == change.rank_before:
        text = ngettext(
            "%(name)s: %(points)s point instead of %(points_before)s",
            "%(name)s: %(points)s points instead of %(points_before)s",
            abs(change.points),
        )
    else:
        text = ngettext(
            "%(name)s: place %(rank)s instead of %(before)s, %(points)s point instead of "
            "%(points_before)s",
            "%(name)s: place %(rank)s instead of %(before)s, %(points)s points instead of "
            "%(points_before)s",
            abs(change.points),
        )
    return text % {
        "name": name,
        "rank": change.rank,
        "before": change.rank_before,
        "points": _true_minus(change.points),
        "points_before": _true_minus(change.points_before),
    }


def _true_minus(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def explanation_sentences(explanation: PlaceExplanation) -> list[str]:
    """The place first, then each neighbour in turn."""
    place = ngettext(
        "%(name)s is at place %(rank)s, with %(points)s point.",
        "%(name)s is at place %(rank)s, with %(points)s points.",
        explanation.points,
    ) % {
        "name": explanation.entrant.name,
        "rank": explanation.rank,
        "points": explanation.points,
    }
    return [
        place,
        *(text for one in explanation.comparisons for text in comparison_sentences(one)),
    ]


def comparison_sentences(comparison: Comparison) -> list[str]:
    return list(_comparison_sentences(comparison))


def _comparison_sentences(comparison: Comparison) -> Iterator[str]:
    criterion = comparison.criterion
    names = {
        "name": comparison.entrant.name,
        "other": comparison.other.name,
        "rank": comparison.rank,
    }
    if criterion is None:
        yield _("%(name)s and %(other)s share place %(rank)s.") % names
        yield from _level_sentences(comparison)
        yield _("No tie-break separates them.")
        return
    if not criterion.is_points:
        yield from _level_sentences(comparison)
        names["criterion"] = str(name_of(criterion))
    # Translators: %(figures)s is a list of names with their figures, such as "Ann 12, Bob 10".
    if criterion.is_points and comparison.is_above:
        text = _("%(other)s ranks higher on points: %(figures)s.")
    elif criterion.is_points:
        text = _("%(other)s ranks lower on points: %(figures)s.")
    elif comparison.is_above:
        # Translators: %(criterion)s is a tie-break, such as "games won minus lost".
        text = _("%(other)s ranks higher on %(criterion)s: %(figures)s.")
    else:
        # Translators: %(criterion)s is a tie-break, such as "games won minus lost".
        text = _("%(other)s ranks lower on %(criterion)s: %(figures)s.")
    figures = [
        f"{own.entrant.name} {figure(own.criterion, own.worth)}" for own in comparison.figures
    ]
    yield text % {**names, "figures": ", ".join(figures)}
    if len(figures) > len((comparison.entrant, comparison.other)):
        yield _("All of these were level until then.")


def _level_sentences(comparison: Comparison) -> Iterator[str]:
    level = [
        f"{name_of(criterion)} {figure(criterion, worth)}"
        for criterion, worth in comparison.passed
        if worth is not None
    ]
    yield _("%(name)s and %(other)s are level: %(level)s.") % {
        "name": comparison.entrant.name,
        "other": comparison.other.name,
        "level": ", ".join(level),
    }
    passed = [criterion for criterion, worth in comparison.passed if worth is None]
    silent = [str(name_of(criterion)) for criterion in passed if not criterion.is_manual]
    if len(silent) < len(passed):
        yield _("The committee has decided no order for those who are level.")
    if silent:
        text = _(
            "Not applied, because the tied players have not all met equally often: %(silent)s."
        )
        yield text % {"silent": ", ".join(silent)}


def part_sentences(figure: EntrantFigure) -> list[str]:
    return [part_sentence(part) for part in figure.parts]


def part_sentence(one: FigurePart) -> str:
    """What one part adds, and where it comes from."""
    part = one.part
    if part.source is Source.LOT:
        return _("drawn as number %(number)s") % {"number": -part.figure}
    if part.source is Source.ORDER:
        about = {"place": -part.figure, "reason": part.reason}
        return _("place %(place)s among those who were level: %(reason)s") % about
    if part.source is Source.ROUND:
        return _("%(figure)s after %(when)s") % {"figure": part.figure, "when": when(one)}
    if part.source is Source.ADJUSTMENT:
        return _("%(figure)s by the committee: %(reason)s") % {
            "figure": signed(int(part.figure)),
            "reason": part.reason,
        }
    facts: dict[str, object] = {"figure": _number(one.criterion, part.figure), "when": when(one)}
    if one.opponent is None:
        return _("%(figure)s, %(when)s, without an opponent") % facts
    facts |= {"opponent": one.opponent.name, "score": part.score}
    if part.left_out:
        return _("left out: %(figure)s, %(when)s, %(opponent)s") % facts
    if part.score is None:
        return _("%(figure)s, %(when)s, %(opponent)s") % facts
    text = ngettext(
        "%(figure)s, %(when)s, %(opponent)s, who has %(score)s point",
        "%(figure)s, %(when)s, %(opponent)s, who has %(score)s points",
        part.score,
    )
    return text % facts


def when(part: FigurePart) -> str:
    if part.day is not None:
        return date_format(part.day, "SHORT_DATE_FORMAT")
    return _("round %(round)s") % {"round": part.round}
