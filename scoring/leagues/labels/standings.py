"""Why a place is what it is, in sentences; and figures as they are read."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.leagues.selectors.standings.explaining import Made, Parted, Told, Why
from scoring.leagues.templatetags.signed_numbers import signed
from scoring.tables.criteria import Criterion
from scoring.tables.parts import Source
from scoring.tables.splits import Worth

from .tie_breaks import CRITERIA

SIGNED = frozenset(
    (Criterion.GAMES_DIFFERENCE, Criterion.VALUE_DIFFERENCE, Criterion.RUBBER_POINTS)
)
# Kept as a loss, so that more is better.
TURNED = frozenset((Criterion.FEWER_PLAYED, Criterion.LOTS))


def figure(criterion: Criterion, worth: Worth) -> str:
    if criterion in TURNED:
        return str(-worth[0])
    if criterion in SIGNED:
        return signed(worth[0])
    if criterion is Criterion.MINI_TABLE:
        points, games, won, values = worth
        return ngettext(
            "%(points)s point, games %(games)s (%(won)s won), game values %(values)s",
            "%(points)s points, games %(games)s (%(won)s won), game values %(values)s",
            points,
        ) % {"points": points, "games": signed(games), "won": won, "values": signed(values)}
    return str(worth[0])


Words = Mapping[Criterion, str | Promise]


def sentences(found: Why, words: Words = CRITERIA) -> list[str]:
    """The place first, then each neighbour in turn. `words`: what the criteria are called."""
    place = ngettext(
        "%(name)s is at place %(rank)s, with %(points)s point.",
        "%(name)s is at place %(rank)s, with %(points)s points.",
        found.points,
    ) % {"name": found.player.name, "rank": found.rank, "points": found.points}
    return [place, *(text for one in found.verdicts for text in of_verdict(one, words))]


def of_verdict(found: Parted, words: Words = CRITERIA) -> list[str]:
    return list(_verdict(found, words))


def _verdict(found: Parted, words: Words) -> Iterator[str]:
    names = {"name": found.player.name, "other": found.other.name, "rank": found.rank}
    if found.criterion is None:
        yield _("%(name)s and %(other)s share place %(rank)s.") % names
        yield from _passed(found, words)
        yield _("No tie-break separates them.")
        return
    if found.criterion is Criterion.POINTS:
        text = (
            _("%(other)s ranks higher on points")
            if found.is_above
            else _("%(other)s ranks lower on points")
        )
        yield f"{text % names}{_colon()}{_list(found.figures)}."
        return
    yield from _passed(found, words)
    names["criterion"] = str(words[found.criterion])
    if found.is_above:
        text = _("%(other)s ranks higher on %(criterion)s")
    else:
        text = _("%(other)s ranks lower on %(criterion)s")
    yield f"{text % names}. {_list(found.figures)}."
    if len(found.figures) > len((found.player, found.other)):
        yield _("All of these were level until then.")


def _passed(found: Parted, words: Words) -> Iterator[str]:
    level = [
        f"{words[criterion]} {figure(criterion, worth)}"
        for criterion, worth in found.passed
        if worth is not None
    ]
    told = {"name": found.player.name, "other": found.other.name, "level": ", ".join(level)}
    yield _("%(name)s and %(other)s are level: %(level)s.") % told
    silent = [str(words[criterion]) for criterion, worth in found.passed if worth is None]
    if silent:
        text = _(
            "Not applied, because the tied players have not all met equally often: %(silent)s."
        )
        yield text % {"silent": ", ".join(silent)}


def _list(figures: Sequence[Told]) -> str:
    return ", ".join(f"{one.player.name} {figure(one.criterion, one.worth)}" for one in figures)


def _colon() -> str:
    """As the language sets it."""
    return _(":") + " "


def made(found: Made, criterion: Criterion) -> str:
    """What one part adds, and where it comes from."""
    part = found.part
    if part.source is Source.LOT:
        return _("drawn as number %(number)s") % {"number": -part.figure}
    if part.source is Source.ADJUSTMENT:
        return _("%(figure)s by the committee: %(reason)s") % {
            "figure": signed(part.figure),
            "reason": part.reason,
        }
    told = {"figure": _own(criterion, part.figure), "when": when(found), "score": part.score}
    if found.opponent is None:
        return _("%(figure)s, %(when)s, without an opponent") % told
    told["opponent"] = found.opponent.name
    if part.left_out:
        return _("left out: %(figure)s, %(when)s, %(opponent)s") % told
    if part.score is None:
        return _("%(figure)s, %(when)s, %(opponent)s") % told
    return (
        ngettext(
            "%(figure)s, %(when)s, %(opponent)s, who has %(score)s point",
            "%(figure)s, %(when)s, %(opponent)s, who has %(score)s points",
            part.score,
        )
        % told
    )


def _own(criterion: Criterion, value: int) -> str:
    if criterion in TURNED:
        return str(-value)
    return signed(value) if criterion in SIGNED else str(value)


def when(found: Made) -> str:
    if found.day is not None:
        return date_format(found.day, "SHORT_DATE_FORMAT")
    return _("round %(round)s") % {"round": found.round}
