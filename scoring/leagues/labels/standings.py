"""Why a place is what it is, in sentences; and figures as they are read."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.formats import date_format
from django.utils.functional import Promise, keep_lazy_text
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.leagues.selectors.standings.explaining import Made, Parted, Told, Why
from scoring.leagues.templatetags.signed_numbers import signed
from scoring.tables.criteria import AnyCriterion
from scoring.tables.explain import Source
from scoring.tables.ranking import Worth

capitalised = keep_lazy_text(capfirst)


def name_of(criterion: AnyCriterion) -> Promise:
    return gettext_lazy(criterion.row.label)


def choices(criteria: Iterable[AnyCriterion]) -> list[tuple[str, Promise]]:
    """For a form."""
    return [(criterion.value, capitalised(name_of(criterion))) for criterion in criteria]


def figure(criterion: AnyCriterion, worth: Worth) -> str:
    """As it is read. A tie-break among the tied players may have several numbers."""
    if len(worth) == 1:
        return _number(criterion, worth[0])
    points, games, won, values = worth
    return ngettext(
        "%(points)s point, games %(games)s (%(won)s won), game values %(values)s",
        "%(points)s points, games %(games)s (%(won)s won), game values %(values)s",
        points,
    ) % {"points": points, "games": signed(games), "won": won, "values": signed(values)}


def _number(criterion: AnyCriterion, value: int) -> str:
    shown = criterion.better(value)
    return signed(shown) if criterion.row.signed else str(shown)


def sentences(found: Why) -> list[str]:
    """The place first, then each neighbour in turn."""
    place = ngettext(
        "%(name)s is at place %(rank)s, with %(points)s point.",
        "%(name)s is at place %(rank)s, with %(points)s points.",
        found.points,
    ) % {"name": found.player.name, "rank": found.rank, "points": found.points}
    return [place, *(text for one in found.verdicts for text in of_verdict(one))]


def of_verdict(found: Parted) -> list[str]:
    return list(_verdict(found))


def _verdict(found: Parted) -> Iterator[str]:
    names = {"name": found.player.name, "other": found.other.name, "rank": found.rank}
    if found.criterion is None:
        yield _("%(name)s and %(other)s share place %(rank)s.") % names
        yield from _passed(found)
        yield _("No tie-break separates them.")
        return
    is_points = found.criterion.is_points
    if not is_points:
        yield from _passed(found)
        names["criterion"] = str(name_of(found.criterion))
    # Translators: %(figures)s is a list of names with their figures, such as "Ann 12, Bob 10".
    if is_points and found.is_above:
        text = _("%(other)s ranks higher on points: %(figures)s.")
    elif is_points:
        text = _("%(other)s ranks lower on points: %(figures)s.")
    elif found.is_above:
        # Translators: %(criterion)s is a tie-break, such as "games won minus lost".
        text = _("%(other)s ranks higher on %(criterion)s: %(figures)s.")
    else:
        # Translators: %(criterion)s is a tie-break, such as "games won minus lost".
        text = _("%(other)s ranks lower on %(criterion)s: %(figures)s.")
    yield text % {**names, "figures": _list(found.figures)}
    if not is_points and len(found.figures) > len((found.player, found.other)):
        yield _("All of these were level until then.")


def _passed(found: Parted) -> Iterator[str]:
    level = [
        f"{name_of(criterion)} {figure(criterion, worth)}"
        for criterion, worth in found.passed
        if worth is not None
    ]
    told = {"name": found.player.name, "other": found.other.name, "level": ", ".join(level)}
    yield _("%(name)s and %(other)s are level: %(level)s.") % told
    silent = [str(name_of(criterion)) for criterion, worth in found.passed if worth is None]
    if silent:
        text = _(
            "Not applied, because the tied players have not all met equally often: %(silent)s."
        )
        yield text % {"silent": ", ".join(silent)}


def _list(figures: Sequence[Told]) -> str:
    return ", ".join(f"{one.player.name} {figure(one.criterion, one.worth)}" for one in figures)


def made(found: Made, criterion: AnyCriterion) -> str:
    """What one part adds, and where it comes from."""
    part = found.part
    if part.source is Source.LOT:
        return _("drawn as number %(number)s") % {"number": -part.figure}
    if part.source is Source.ADJUSTMENT:
        return _("%(figure)s by the committee: %(reason)s") % {
            "figure": signed(part.figure),
            "reason": part.reason,
        }
    told = {"figure": _number(criterion, part.figure), "when": when(found), "score": part.score}
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


def when(found: Made) -> str:
    if found.day is not None:
        return date_format(found.day, "SHORT_DATE_FORMAT")
    return _("round %(round)s") % {"round": found.round}
