"""Results or meetings tried without saving: everything is in the address, nothing is written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number as whole_number
from games.matches.models import TermsFields
from scoring.leagues.models import Season
from scoring.leagues.rules.teams import BoardPoints
from scoring.leagues.selectors.standings import EventTable, names_of
from scoring.leagues.selectors.what_if import (
    POINTS_MOST,
    TrialMeeting,
    TrialResult,
    fixtures_left,
    table_with_meetings,
    table_with_results,
)
from scoring.tables.table import WhatIf

from .standings import table_context, table_page

TRIED_MOST = 20
OFFERED_MOST = 12
GAMES_MOST = 25
PAIR = re.compile(r"([0-9]{1,4})\s*-\s*([0-9]{1,4})")
Pairs = tuple[tuple[int, int], ...]
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Trial:
    """`won`: by the one and by the other, in one figure or in several."""

    one: int
    other: int
    won: Pairs

    @property
    def result(self) -> str:
        return ", ".join(f"{a}–{b}" for a, b in self.won)

    @property
    def sent(self) -> str:
        """As `with` of an address has it: `first.second.2-1`."""
        return f"{self.one}.{self.other}.{' '.join(f'{a}-{b}' for a, b in self.won)}"


Try = Callable[[Sequence[Trial]], WhatIf]


class TryingForm(Form):
    """`asks`: its fields for the one, the other and what each won; `two`: who is proposed.

    `most`: a figure that is never higher; `pairs`: so many of each of the two at most. `help` and
    `wrong`, where they are not so, name `examples`.
    """

    asks: ClassVar[tuple[str, str, str]]
    help: ClassVar[str | Promise]
    wrong: ClassVar[str | Promise]
    most: ClassVar[int] = GAMES_MOST

    def __init__(
        self,
        *args: Any,
        entrants: Sequence[tuple[int, str]],
        examples: Mapping[str, str],
        two: Iterable[int] = (),
        pairs: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.pairs, self.examples = pairs, examples
        self.fields[self.asks[2]].help_text = self.help % examples
        # Nobody meets himself: the first of the list and the next are proposed where nobody is.
        proposed = list(two) or [pk for pk, _name in entrants[:2]]
        for name, pk in zip_longest(self.asks[:2], proposed):
            self.choose(name, entrants)
            self.fields[name].initial = pk

    @property
    def one(self) -> forms.BoundField:
        return self[self.asks[0]]

    @property
    def other(self) -> forms.BoundField:
        return self[self.asks[1]]

    @property
    def won(self) -> forms.BoundField:
        return self[self.asks[2]]

    def clean(self) -> None:
        text = self.cleaned_data.get(self.asks[2])
        if text and pairs_of(text, self.pairs, self.most) is None:
            self.add_error(self.asks[2], self.wrong % self.examples)

    def trial(self) -> Trial:
        one, other, won = (self.cleaned_data[name] for name in self.asks)
        return Trial(int(one), int(other), pairs_of(won, self.pairs, self.most) or ())


class TryForm(TryingForm):
    asks = ("player_a", "player_b", "games")
    help = _(
        "Games won, or rubbers if the match has several; the first player’s "
        "first, such as %(example)s."
    )
    wrong = _("Give two numbers, such as %(example)s.")
    player_a = forms.ChoiceField(label=_("First player"))
    player_b = forms.ChoiceField(label=_("Second player"))
    games = forms.CharField(
        label=_("Result"),
        max_length=7,
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off", "size": 7}),
    )


class TryMeetingForm(TryingForm):
    asks = ("team_a", "team_b", "board_points")
    most = POINTS_MOST
    help = _(
        "The first team’s first, such as %(points)s; or the games won at each board, "
        "board by board, such as %(games)s."
    )
    wrong = _("Give two numbers, such as %(points)s; or two for each board.")
    team_a = forms.ChoiceField(label=_("First team"))
    team_b = forms.ChoiceField(label=_("Second team"))
    board_points = forms.CharField(
        label=_("Board points"),
        max_length=120,
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off"}),
    )


def example_of(terms: TermsFields) -> tuple[int, int]:
    """What the winner and the loser may have won."""
    played = terms.rubbers if terms.rubbers > 1 else terms.games
    won = played // 2 + 1
    return won, played - won


def pairs_of(text: str, pairs: int, most: int) -> Pairs | None:
    """`2-1`, or several such one after the other."""
    for dash in "–−:":
        text = text.replace(dash, "-")
    found = tuple((int(a), int(b)) for a, b in PAIR.findall(text))
    rest = PAIR.sub("", text).strip(" ,;")
    high = any(max(pair) > most for pair in found)
    return None if rest or high or not 1 <= len(found) <= pairs else found


@safe_page
def what_if(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    found = table_context(request, slug, pk, of_teams=of_teams)
    season, event_table = found.season, found.event_table
    if season is None:
        raise TypeError

    def attempt(asked: Sequence[Trial]) -> WhatIf:
        if of_teams:
            return table_with_meetings(event_table, season, [_meeting(one) for one in asked])
        results = [TrialResult(one.one, one.other, one.won[0]) for one in asked]
        return table_with_results(event_table, season.event, results)

    names = names_of(event_table, found.shown)
    entrants = [(line.entrant, names[line.entrant]) for line in event_table.table.lines]
    entrants.sort(key=lambda one: event_table.entrants[one[0]].key)
    form_type: type[TryingForm] = TryMeetingForm if of_teams else TryForm
    options: dict[str, Any] = {"entrants": entrants, "pairs": season.boards if of_teams else 1}
    options["examples"] = _examples(season, of_teams=of_teams)
    is_asked = form_type.asks[2] in request.GET
    form = form_type(request.GET if is_asked else None, **options)
    before = _earlier(request, names, options["pairs"], form_type.most)
    results, table = _tried(attempt, form, before, names)
    # Once tried it is among the results, and the form is for another.
    left = _left(event_table, results)
    if not form.errors:
        chosen = request.GET.get("pair", "")
        offered = [two for two in left if f"{two[0]}.{two[1]}" == chosen] or left
        form = form_type(two=offered[0] if offered else (), **options)
    return table_page(
        request,
        "what_if",
        found,
        form=form,
        tried=[{"a": names[one.one], "b": names[one.other], "asked": one} for one in results],
        table=table,
        entrants=entrants,
        offers=[
            Offer(names[home], names[away], _offer_query(results, (home, away)))
            for home, away in left[:OFFERED_MOST]
        ],
        room=len(results) < TRIED_MOST,
    )


def _examples(season: Season, *, of_teams: bool) -> dict[str, str]:
    """Of teams, the first wins more boards than it loses, by one or two."""
    more, less = example_of(season.event)
    if not of_teams:
        return {"example": f"{more}-{less}"}
    won = season.boards // 2 + 1
    lost = season.boards - won
    first = won * season.points_win + lost * season.points_loss
    second = lost * season.points_win + won * season.points_loss
    games = [f"{more}-{less}"] * won + [f"{less}-{more}"] * lost
    return {"points": f"{first}-{second}", "games": " ".join(games)}


def _meeting(asked: Trial) -> TrialMeeting:
    """Two numbers alone are board points."""
    if len(asked.won) > 1:
        return TrialMeeting(asked.one, asked.other, asked.won)
    return TrialMeeting(asked.one, asked.other, points=BoardPoints(*asked.won[0]))


class Offer(NamedTuple):
    """An open fixture; `query`: the address at which the form proposes it."""

    home: str
    away: str
    query: str


def _left(event_table: EventTable, results: Sequence[Trial]) -> list[tuple[int, int]]:
    """Of the fixtures that have no result and were not tried, in the order of rounds."""
    tried = [{trial.one, trial.other} for trial in results]
    left = []
    for _round, home, away in fixtures_left(event_table):
        if {home, away} in tried:
            tried.remove({home, away})
        else:
            left.append((home, away))
    return left


def _offer_query(results: Sequence[Trial], pair: tuple[int, int]) -> str:
    tried = [("with", trial.sent) for trial in results]
    return urlencode([*tried, ("pair", f"{pair[0]}.{pair[1]}")])


def _earlier(request: HttpRequest, names: Mapping[int, str], pairs: int, most: int) -> list[Trial]:
    """What was tried before; what was bent is left out."""
    found = []
    for text in request.GET.getlist("with")[: TRIED_MOST - 1]:
        a, b, pair = (*text.split(".", 2), "", "")[:3]
        one, other, won = (
            whole_number(a) or 0,
            whole_number(b) or 0,
            pairs_of(pair, pairs, most),
        )
        if one in names and other in names and one != other and won:
            found.append(Trial(one, other, won))
    return found


def _tried(
    attempt: Try, form: TryingForm, kept: list[Trial], names: Mapping[int, str]
) -> tuple[list[Trial], list[Line] | None]:
    """Everything that was tried, and the table then; what is refused is not among it."""
    if form.is_bound and form.is_valid():
        results = [*kept, form.trial()]
        try:
            return results, changed_lines(attempt(results), names)
        except Invalid as fault:
            pages.tell(form, fault)
    try:
        return kept, changed_lines(attempt(kept), names) if kept else None
    except Invalid:  # An address that was bent.
        return [], None


def changed_lines(changed: WhatIf, names: Mapping[int, str]) -> list[Line]:
    """As `what_if_table.html` shows them."""
    return [
        {"change": one, "name": names[one.entrant], "fallen": -one.risen} for one in changed.changes
    ]
