"""What must happen for a player to finish first, in sentences."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.tables.prospects import Limit, Prospect, Prospects


@dataclass(frozen=True, slots=True)
class Sentences:
    """`conditions`: what else must happen, all of it."""

    summary: str
    conditions: tuple[str, ...] = ()
    note: str = ""


def prospects(found: Prospects, names: Mapping[int, str], player: int) -> Sentences:
    note = (
        ""
        if found.is_exact
        else _(
            "This is a bound: with draws or bonus points it can be harder than this, never easier."
        )
    )
    conditions = tuple(_condition(limit, names[limit.rival]) for limit in found.limits)
    return Sentences(_summary(found, names[player]), conditions, note)


def _summary(found: Prospects, name: str) -> str:
    about = {"name": name, "wins": found.wins, "left": found.fixtures}
    match found.prospect:
        case Prospect.CERTAIN:
            return _("%(name)s finishes first, whatever happens.") % about
        case Prospect.OWN_HANDS if found.wins == found.fixtures:
            text = ngettext(
                "%(name)s finishes first by winning the last match left, whatever others do.",
                "%(name)s finishes first by winning all %(left)s matches left, whatever others do.",
                found.fixtures,
            )
            return text % about
        case Prospect.OWN_HANDS:
            text = ngettext(
                "%(name)s finishes first by winning any one of %(left)s matches left, "
                "whatever others do.",
                "%(name)s finishes first by winning any %(wins)s of %(left)s matches left, "
                "whatever others do.",
                found.wins or 0,
            )
            return text % about
        case Prospect.WITH_OTHERS:
            return _with_others(found) % about
        case Prospect.LEVEL:
            return _level(found) % about
    return _("%(name)s can no longer finish first.") % about


def _with_others(found: Prospects) -> str:
    if not found.fixtures:
        return _("%(name)s has no match left, and finishes first if:")
    return ngettext(
        "%(name)s finishes first by winning the last match left, if:",
        "%(name)s finishes first by winning all %(left)s matches left, if:",
        found.fixtures,
    )


def _level(found: Prospects) -> str:
    """Alone on points is out of reach."""
    if not found.fixtures and not found.limits:
        return _("%(name)s can finish first only by the tie-break, level on points.")
    if not found.fixtures:
        return _("%(name)s can finish first only by the tie-break, level on points, if:")
    if not found.limits:
        return ngettext(
            "%(name)s can finish first only by the tie-break, level on points, "
            "after winning the last match left.",
            "%(name)s can finish first only by the tie-break, level on points, "
            "after winning all %(left)s matches left.",
            found.fixtures,
        )
    return ngettext(
        "%(name)s can finish first only by the tie-break, level on points, "
        "after winning the last match left, if:",
        "%(name)s can finish first only by the tie-break, level on points, "
        "after winning all %(left)s matches left, if:",
        found.fixtures,
    )


def _condition(limit: Limit, name: str) -> str:
    """`left`: how many matches these are."""
    text = _("%(name)s wins no point in the matches left against others (%(left)s)")
    if limit.points:
        text = ngettext(
            "%(name)s wins at most %(points)s point in the matches left against others (%(left)s)",
            "%(name)s wins at most %(points)s points in the matches left against others (%(left)s)",
            limit.points,
        )
    return text % {"name": name, "points": limit.points, "left": limit.fixtures}


def percent(value: float) -> str:
    """Whole; what happens, though hardly ever, is not shown as 0."""
    if 0 < value < 1:
        return "<\u00a01"
    return str(number_format(round(value)))
