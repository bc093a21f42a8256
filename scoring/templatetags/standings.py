from django import template

from scoring.press import figures
from scoring.queries import Table
from scoring.rules.standings.criteria import Criterion
from scoring.rules.table import POINTS, Line
from scoring.standings import sentences
from scoring.words import CRITERIA

register = template.Library()


@register.filter
def decided(table: Table, line: Line) -> dict[str, object]:
    """What tells the line's place beside its points: the figure, and the words of it."""
    if line.decided in ("", POINTS):
        return {"figure": "", "words": "", "shared": not line.decided}
    criterion = Criterion(line.decided)
    worth = figures(table, line).get(line.decided)
    figure = "" if worth is None else sentences.figure(criterion, worth)
    return {"figure": figure, "words": CRITERIA[criterion], "shared": False}
