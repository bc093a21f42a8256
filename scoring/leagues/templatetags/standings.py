from django import template

from scoring.leagues.labels import standings
from scoring.leagues.selectors.standings import Line

register = template.Library()


@register.filter
def decided(line: Line) -> dict[str, object]:
    """What decides the line's place beside its points: the figure and the name of the criterion."""
    criterion = line.decided_by
    if criterion is None or criterion.is_points:
        return {"figure": "", "words": "", "shared": criterion is None}
    worth = line.figure(criterion)
    figure = "" if worth is None else standings.figure(criterion, worth)
    return {"figure": figure, "words": standings.name_of(criterion), "shared": False}
