"""What must happen for a player or a team to finish first, in sentences."""

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


def prospects(
    found: Prospects, names: Mapping[int, str], entrant: int, *, of_teams: bool = False
) -> Sentences:
    note = (
        ""
        if found.is_exact or found.prospect is Prospect.OPEN
        else _(
            "This is a bound: with draws or bonus points it can be harder than this, never easier."
        )
    )
    condition = _condition_of_team if of_teams else _condition
    conditions = tuple(condition(limit, names[limit.rival]) for limit in found.limits)
    about = {"name": names[entrant], "wins": found.wins, "left": found.fixtures}
    return Sentences(_summary(found, of_teams=of_teams) % about, conditions, note)


def _summary(found: Prospects, *, of_teams: bool) -> str:
    match found.prospect:
        case Prospect.CERTAIN:
            return _("%(name)s finishes first, whatever happens.")
        case Prospect.OPEN:
            return _(
                "%(name)s can still reach the most points. Whom they and their rivals meet is not "
                "drawn yet."
            )
        case Prospect.OWN_HANDS:
            return _own_hands_of_team(found) if of_teams else _own_hands(found)
        case Prospect.WITH_OTHERS if not found.fixtures:
            return (
                _("%(name)s has no meeting left, and finishes first if:")
                if of_teams
                else _("%(name)s has no match left, and finishes first if:")
            )
        case Prospect.WITH_OTHERS:
            return _with_others_of_team(found) if of_teams else _with_others(found)
        case Prospect.LEVEL if not found.fixtures and not found.limits:
            return _("%(name)s can finish first only by the tie-break, level on points.")
        case Prospect.LEVEL if not found.fixtures:
            return _("%(name)s can finish first only by the tie-break, level on points, if:")
        case Prospect.LEVEL:
            return _level_of_team(found) if of_teams else _level(found)
    return _("%(name)s can no longer finish first.")


def _own_hands(found: Prospects) -> str:
    if found.wins == found.fixtures:
        return ngettext(
            "%(name)s finishes first by winning the last match left, whatever others do.",
            "%(name)s finishes first by winning all %(left)s matches left, whatever others do.",
            found.fixtures,
        )
    return ngettext(
        "%(name)s finishes first by winning any one of %(left)s matches left, whatever others do.",
        "%(name)s finishes first by winning any %(wins)s of %(left)s matches left, "
        "whatever others do.",
        found.wins or 0,
    )


def _own_hands_of_team(found: Prospects) -> str:
    if found.wins == found.fixtures:
        return ngettext(
            "%(name)s finishes first by winning the last meeting left, whatever others do.",
            "%(name)s finishes first by winning all %(left)s meetings left, whatever others do.",
            found.fixtures,
        )
    return ngettext(
        "%(name)s finishes first by winning any one of %(left)s meetings left, whatever others do.",
        "%(name)s finishes first by winning any %(wins)s of %(left)s meetings left, "
        "whatever others do.",
        found.wins or 0,
    )


def _with_others(found: Prospects) -> str:
    return ngettext(
        "%(name)s finishes first by winning the last match left, if:",
        "%(name)s finishes first by winning all %(left)s matches left, if:",
        found.fixtures,
    )


def _with_others_of_team(found: Prospects) -> str:
    return ngettext(
        "%(name)s finishes first by winning the last meeting left, if:",
        "%(name)s finishes first by winning all %(left)s meetings left, if:",
        found.fixtures,
    )


def _level(found: Prospects) -> str:
    """Alone on points is out of reach."""
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


def _level_of_team(found: Prospects) -> str:
    if not found.limits:
        return ngettext(
            "%(name)s can finish first only by the tie-break, level on points, "
            "after winning the last meeting left.",
            "%(name)s can finish first only by the tie-break, level on points, "
            "after winning all %(left)s meetings left.",
            found.fixtures,
        )
    return ngettext(
        "%(name)s can finish first only by the tie-break, level on points, "
        "after winning the last meeting left, if:",
        "%(name)s can finish first only by the tie-break, level on points, "
        "after winning all %(left)s meetings left, if:",
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


def _condition_of_team(limit: Limit, name: str) -> str:
    """`left`: how many meetings these are."""
    text = _("%(name)s wins no match point in the meetings left against others (%(left)s)")
    if limit.points:
        text = ngettext(
            "%(name)s wins at most %(points)s match point in the meetings left against others "
            "(%(left)s)",
            "%(name)s wins at most %(points)s match points in the meetings left against others "
            "(%(left)s)",
            limit.points,
        )
    return text % {"name": name, "points": limit.points, "left": limit.fixtures}


def percent(value: float) -> str:
    """Whole; what happens, though hardly ever, is not shown as 0."""
    if 0 < value < 1:
        return "<\u00a01"
    return str(number_format(round(value)))
