from django import template

from scoring.leagues.labels import standings
from scoring.leagues.labels.tie_breaks import CRITERIA
from scoring.leagues.renderers import figures
from scoring.leagues.selectors.seasons import Table
from scoring.tables.criteria import Criterion
from scoring.tables.season_order import POINTS, Line

register = template.Library()


@register.filter
def decided(table: Table, line: Line) -> dict[str, object]:
    """What tells the line's place beside its points: the figure, and the words of it."""
    if line.decided in ("", POINTS):
        return {"figure": "", "words": "", "shared": not line.decided}
    criterion = Criterion(line.decided)
    worth = figures(table, line).get(line.decided)
    figure = "" if worth is None else standings.figure(criterion, worth)
    return {"figure": figure, "words": CRITERIA[criterion], "shared": False}
