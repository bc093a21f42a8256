"""What a match comes to in the results of its evening, for the preview of a correction."""

from collections.abc import Iterator

from django.utils import formats
from django.utils.translation import gettext as _

from games.matches.effects import Figure, labels
from games.matches.models import Match

from .selectors import ResultLine, evening_results

LINE = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")


def evening_figures(*, match: Match, **_signal: object) -> Iterator[Figure]:
    if match.evening_table is None:
        return
    evening, said = match.evening_table.evening, labels()
    day = formats.date_format(evening.held_on, "DATE_FORMAT")
    title = _("Results of the evening of %(day)s") % {"day": day}
    for line in evening_results(evening).lines:
        about = evening.pk, line.player.pk
        named = title, line.player.name
        for name in LINE:
            yield Figure("evening", *about, name, *named, said[name], _of_line(line, name))


def _of_line(line: ResultLine, name: str) -> int:
    return int(getattr(line, name))
