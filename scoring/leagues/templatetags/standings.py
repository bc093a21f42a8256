from django import template

from scoring.leagues.labels import standings
from scoring.leagues.models import Adjustment, TeamAdjustment
from scoring.leagues.selectors.standings import Line

register = template.Library()


@register.filter
def adjusted(one: Adjustment | TeamAdjustment) -> str:
    """As in "+2 points: played late"."""
    return standings.adjustment_text(one.points, one.reason)


register.filter("signed_points", standings.signed_points)
register.filter("manual_order", standings.manual_order_text)


@register.filter
def decided(line: Line) -> dict[str, object]:
    """What decides the line's place beside its points: the figure and the name of the criterion."""
    criterion = line.decided_by
    if criterion is None or criterion.is_points:
        return {"figure": "", "words": "", "shared": criterion is None}
    worth = line.figure(criterion)
    figure = "" if worth is None else standings.figure(criterion, worth)
    return {"figure": figure, "words": standings.name_of(criterion), "shared": False}
