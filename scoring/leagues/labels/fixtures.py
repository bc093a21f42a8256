"""Why fixtures cannot be as asked, in words, and which field to change."""

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.exceptions import Invalid
from scoring.leagues.rules.refusals import Fact, Refusal, Why

FIELDS: Mapping[Why, str] = {
    Why.ENTRANTS_TOO_FEW: "entrants",
    Why.ENTRANT_TWICE: "entrants",
    Why.NOT_AN_ENTRANT: "player",
    Why.NO_SUCH_WEEKDAY: "weekdays",
    Why.TOO_FEW_DAYS: "first",
    Why.FIXTURES_WITHOUT_PLACE: "first",
    Why.AWAY_TOO_OFTEN: "away",
    Why.NO_DAY_FOR_BOTH: "away",
    Why.NO_DAY_FREE: "away",
    Why.TABLE_TWICE: "tables",
    Why.TABLES_TOO_FEW: "tables",
    Why.MORE_THAN_THERE_ARE: "divisions",
    Why.NOWHERE_TO_GO: "divisions",
    Why.LEVEL_AT_THE_LINE: "seed",
    Why.DIVISION_TOO_SMALL: "divisions",
}
TEXTS: Mapping[Why, Promise] = {
    Why.ENTRANTS_TOO_FEW: _("Too few entrants: %(entrants)s. At least %(least)s must take part."),
    Why.ENTRANT_TWICE: _("%(entrant)s is listed twice. Remove one of the two."),
    Why.NOT_AN_ENTRANT: _("%(entrant)s is not taking part."),
    Why.ENDS_BEFORE_IT_BEGINS: _(
        "The last day (%(last)s) is before the first (%(first)s). Change one of them."
    ),
    Why.NO_SUCH_WEEKDAY: _("Must be from 0 (Monday) to 6 (Sunday)."),
    Why.NUMBER_TOO_SMALL: _("Must be %(least)s at least."),
    Why.TOO_FEW_DAYS: _(
        "There are more rounds (%(rounds)s) than the days of play before the season ends have "
        "room for (%(places)s). Start earlier, play more often or end the season later."
    ),
    Why.FIXTURES_WITHOUT_PLACE: _(
        "The days of play before the season ends are full, and %(left)s of %(fixtures)s fixtures "
        "have no place. Start earlier, play more often, add tables or end the season later."
    ),
    Why.AWAY_TOO_OFTEN: _(
        "%(entrant)s has more fixtures (%(fixtures)s) than available days of play "
        "(%(places)s). Start earlier, play more often or end the season later."
    ),
    Why.NO_DAY_FOR_BOTH: _(
        "There is no day of play on which %(home)s and %(away)s are both available. Change "
        "the days of play or the absences."
    ),
    Why.NO_DAY_FREE: _("No day of play is left on which %(home)s and %(away)s could meet."),
    Why.NOT_A_FIXTURE: _("This fixture is no longer in this season."),
    Why.IS_A_BYE: _("A bye cannot be moved to another day."),
    Why.SAME_DAY: _("It is on %(day)s already. Choose another day."),
    Why.IN_THE_PAST: _("%(day)s is past: choose today or later."),
    Why.SEASON_OVER: _("The season ends on %(last)s. Choose that day or an earlier one."),
    Why.CLUB_CLOSED: _("The club is closed on %(day)s. Choose another day."),
    Why.ENTRANT_AWAY: _("%(entrant)s is away on %(day)s. Choose another day."),
    Why.PLAYS_ALREADY: _(
        "%(entrant)s plays another fixture on %(day)s. Move one of the two to another day."
    ),
    Why.NO_TABLE_FREE: _("No table is free on %(day)s. Choose another day."),
    Why.TABLE_TWICE: _("Must name each table once."),
    Why.TABLES_TOO_FEW: _(
        "A round has %(fixtures)s fixtures, of which the tables take %(tables)s at once, and a day "
        "has too few sittings for the others. Add tables or sittings, or spread rounds over "
        "several days."
    ),
    Why.MORE_THAN_THERE_ARE: _(
        "Division %(division)s: too many promoted (%(up)s) and relegated "
        "(%(down)s) for the entrants who stay (%(entrants)s)."
    ),
    Why.NOWHERE_TO_GO: _(
        "Nobody can be promoted from the highest division or relegated from "
        "the lowest. Change the numbers of division %(division)s."
    ),
    Why.LEVEL_AT_THE_LINE: _(
        "Division %(division)s: rank %(rank)s is shared where promotion or "
        "relegation is decided. Enter a draw key to decide by lot."
    ),
    Why.DIVISION_TOO_SMALL: _(
        "Division %(division)s would have too few entrants: %(entrants)s. At "
        "least %(least)s must take part."
    ),
    Why.TOO_MANY_BOARDS: _("The line-up has more players (%(players)s) than boards (%(boards)s)."),
    Why.PLAYER_TWICE: _("Must name each player once."),
    Why.NOT_IN_THE_TEAM: _("Choose a player of the team."),
}
PEOPLE = ("entrant", "home", "away")


def refused(refusal: Refusal, names: Mapping[int, str], *, field: str = "") -> Invalid:
    """`field`: where a form has one field for all of it."""
    text = refusal_text(refusal, names)
    named = field or FIELDS.get(refusal.why) or _field_of(refusal)
    return Invalid(refusal.why.value, text, field=named)


def _field_of(refusal: Refusal) -> str:
    if refusal.why is Why.NUMBER_TOO_SMALL:
        return str(refusal.facts["field"])
    return "first" if refusal.why is Why.ENDS_BEFORE_IT_BEGINS else "day"


def refusal_text(refusal: Refusal, names: Mapping[int, str]) -> str:
    facts = {name: _fact(name, value, names) for name, value in refusal.facts.items()}
    return _text(refusal) % facts


def _fact(name: str, value: Fact, names: Mapping[int, str]) -> Fact:
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    if name in PEOPLE and isinstance(value, int):
        return names.get(value, str(value))
    return value


def _text(refusal: Refusal) -> str:
    if refusal.why is Why.PLAYS_ALREADY and "entrant" not in refusal.facts:
        return gettext("Both already play other opponents on %(day)s.")
    return str(TEXTS[refusal.why])
