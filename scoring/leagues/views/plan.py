"""Making the calendar of a season: names and days as people write them; previewed, then made."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import clubs, player_names
from ecarte_club.clubs.views.common import form_page
from ecarte_club.clubs.views.players import offering
from ecarte_club.core import pages
from ecarte_club.core.days import DayField, day_text, written_day
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.pages import Form
from scoring.leagues.labels.standings import capitalised
from scoring.leagues.models import Season
from scoring.leagues.rules.days import DAYS_OF_A_WEEK, Span
from scoring.leagues.selectors.competitors import competitors_of
from scoring.leagues.selectors.fixtures import entrants_of
from scoring.leagues.selectors.plans import (
    SITTINGS_MOST,
    TABLES_MOST,
    Plan,
    plan_of,
    rounds_with_names,
)
from scoring.leagues.services.planning import season_plan, season_plan_preview

from .standings import season_of, season_page

TEXT_MOST = 8000
ROUNDS = [("", gettext_lazy("Once")), ("double", gettext_lazy("Twice, home and away"))]


def _lines(label: Any, help_text: Any, *, required: bool = False, rows: int = 3) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=TEXT_MOST,
        widget=forms.Textarea({"rows": rows, "autocomplete": "off"}),
    )


class NamesForm(Form):
    """A form with names in it, one on a line."""

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def _each(self, field: str, read: Callable[[str], Any]) -> list[Any]:
        """What the lines say. Raises: ValidationError, with each line that says nothing."""
        found, wrong = [], []
        for number, line in enumerate(self.cleaned_data[field].splitlines(), start=1):
            if not line.strip():
                continue
            try:
                found.append(read(line.strip()))
            except Invalid as fault:
                # Translators: %(what)s is a sentence about the line.
                told = _("Line %(number)s: %(what)s")
                wrong.append(told % {"number": number, "what": fault.detail})
        if wrong:
            raise forms.ValidationError(wrong)
        return found

    def players_in(self, field: str) -> tuple[int, ...]:
        return tuple(self._each(field, self.player_of))

    def player_of(self, name: str) -> int:
        return player_names.picked(self.person, name).pk


class PlayerForm(NamesForm):
    player = forms.CharField(label=gettext_lazy("Player"), max_length=120)

    def __init__(self, *args: Any, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].widget.attrs.update(offering(slug))

    def clean_player(self) -> int:
        try:
            return self.player_of(self.cleaned_data["player"])
        except Invalid as fault:
            raise forms.ValidationError(str(fault.detail)) from fault


class PlanForm(NamesForm):
    entrants = _lines(
        gettext_lazy("Entrants"),
        gettext_lazy("One name on a line, in the order of their places."),
        required=True,
        rows=8,
    )
    double = forms.ChoiceField(
        label=gettext_lazy("Everybody meets everybody"),
        choices=ROUNDS,
        required=False,
        widget=forms.RadioSelect,
    )
    first = DayField(label=gettext_lazy("First day of play"))
    weekdays = forms.MultipleChoiceField(
        label=gettext_lazy("Days of play"),
        choices=[(str(day), capitalised(name)) for day, name in WEEKDAYS.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Tick none to use the number of days below."),
    )
    every = forms.IntegerField(
        label=gettext_lazy("Days between rounds"),
        min_value=1,
        max_value=366,
        initial=DAYS_OF_A_WEEK,
        required=False,
    )
    closed = _lines(
        gettext_lazy("Days without play"),
        gettext_lazy("One day or period per line, such as 24/12/2026 or 24/12/2026 – 2/1/2027."),
    )
    away = _lines(
        gettext_lazy("Absences"),
        gettext_lazy("A name, a colon and the days, such as Alice: 24/12/2026 – 2/1/2027."),
    )
    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        max_length=600,
        required=False,
        help_text=gettext_lazy(
            "Table names, separated by commas, such as 1, 2, 3. At each sitting every table is "
            "used once at most."
        ),
    )
    sittings = forms.IntegerField(
        label=gettext_lazy("Sittings a day"),
        min_value=1,
        max_value=SITTINGS_MOST,
        initial=1,
        required=False,
        help_text=gettext_lazy(
            "How often a table is used on one day. With few tables a round takes several sittings."
        ),
    )
    spread = forms.BooleanField(
        label=gettext_lazy("Spread rounds over several days"),
        required=False,
        help_text=gettext_lazy(
            "Every sitting is filled. What does not fit is played on the next day of play."
        ),
    )

    def clean_entrants(self) -> tuple[int, ...]:
        return self.players_in("entrants")

    def clean_closed(self) -> tuple[Span, ...]:
        return tuple(self._each("closed", span))

    def clean_away(self) -> Mapping[int, tuple[Span, ...]]:
        found: dict[int, tuple[Span, ...]] = {}
        for who, days in self._each("away", self._away):
            found[who] = (*found.get(who, ()), days)
        return found

    def _away(self, line: str) -> tuple[int, Span]:
        name, colon, days = line.rpartition(":")
        if not colon:
            raise _wrong(_("A name, a colon and the days."))
        return self.player_of(name), span(days)

    def clean_tables(self) -> Any:
        names = self.cleaned_data["tables"].replace("\x00", "").split(",")
        return tuple(name.strip() for name in names if name.strip())

    def tables_of(self) -> dict[str, Any]:
        return {"tables": self.cleaned_data["tables"]}

    def plan(self) -> Plan:
        given = self.cleaned_data
        return Plan(
            entrants=given["entrants"],
            first=given["first"],
            double=given["double"] == "double",
            weekdays=frozenset(map(int, given["weekdays"])),
            every=given["every"] or DAYS_OF_A_WEEK,
            closed=given["closed"],
            away=given["away"],
            sittings=given["sittings"] or 1,
            spread=given["spread"],
            **self.tables_of(),
        )


class TeamPlanForm(PlanForm):
    """Its names are those of teams; a meeting has as many tables as boards, none by name."""

    tables = forms.IntegerField(  # type: ignore[assignment]  # a number here
        label=gettext_lazy("Number of tables"),
        min_value=1,
        max_value=TABLES_MOST,
        required=False,
        help_text=gettext_lazy(
            "A meeting takes a table for each of its boards. Leave empty for any number."
        ),
    )

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ids = {name.casefold(): pk for pk, name in names.items()}
        self.fields["entrants"].label = gettext_lazy("Teams taking part")
        text = gettext_lazy("A team, a colon and the days, such as Reds: 24/12/2026 – 2/1/2027.")
        self.fields["away"].help_text = text

    def clean_tables(self) -> Any:
        return self.cleaned_data["tables"] or 0

    def tables_of(self) -> dict[str, Any]:
        return {"table_count": self.cleaned_data["tables"]}

    def player_of(self, name: str) -> int:
        team = self.ids.get(" ".join(name.split()).casefold())
        if team is None:
            text = _("No team here is called “%(typed)s”.") % {"typed": name}
            raise Invalid("unknown_team", text, field="entrants")
        return team


def initial_of(plan: Plan, names: Mapping[int, str]) -> dict[str, Any]:
    """The plan as the form writes it; `names` of competitors in the order of their places."""
    return {
        "entrants": "\n".join(names.values()),
        "double": "double" if plan.double else "",
        "first": plan.first,
        "weekdays": [str(day) for day in sorted(plan.weekdays)],
        "every": plan.every,
        "closed": "\n".join(map(written, plan.closed)),
        "away": "\n".join(
            f"{names[who]}: {written(one)}"
            for who, spans in plan.away.items()
            if who in names
            for one in spans
        ),
        "tables": plan.table_count or ", ".join(plan.tables),
        "sittings": plan.sittings,
        "spread": plan.spread,
    }


def written(one: Span) -> str:
    first = day_text(one.first)
    return first if one.first == one.last else f"{first} – {day_text(one.last)}"


def span(text: str) -> Span:
    """One day or two. Raises: Invalid."""
    for mark in (" – ", "–", " - ", "…"):
        first, found, last = text.partition(mark)
        if found:
            return Span(_day(first), _day(last))
    return Span(_day(text), _day(text))


def _day(text: str) -> date:
    found = written_day(text)
    if found is None:
        said = _("“%(text)s” is not a date. Write it like %(example)s.")
        raise _wrong(said % {"text": text.strip(), "example": day_text(date(2026, 12, 24))})
    return found


def _wrong(text: str) -> Invalid:
    return Invalid("invalid_line", text)


@login_required
@form_page
def plan(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """The button `make` makes it, any other only shows what would be made.

    Raises: Absent where the season is not of teams, or not of players.
    """
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if bool(season.boards) != of_teams:
        raise Absent
    form = (
        _form(season, person, request.POST)
        if request.method == "POST"
        else _unbound(request, season, person)
    )

    def fields() -> dict[str, Any]:
        return {"by": person, "season": season, "plan": form.plan()}

    answer, rounds = pages.submitted_or_previewed(
        request,
        form,
        lambda: season_plan(**fields(), version=pages.version(request)),
        lambda: season_plan_preview(**fields()),
        button="make",
    )
    if answer:
        return redirect("season_meetings" if of_teams else "season_fixtures", slug=slug, pk=pk)
    return season_page(
        request,
        "season_plan",
        season,
        person,
        form=form,
        rounds=rounds_with_names(season, rounds or ()),
        offers_all=not season.boards and not player_names.are_many(person),
    )


def _form(season: Season, person: Person, *args: Any, **kwargs: Any) -> PlanForm:
    if not season.boards:
        return PlanForm(*args, person=person, **kwargs)
    names = dict(season.teams.order_by("place").values_list("pk", "name"))
    return TeamPlanForm(*args, person=person, names=names, **kwargs)


def _unbound(request: HttpRequest, season: Season, person: Person) -> PlanForm:
    """With the plan that the season has, or the usual one; `who=all` enters all members."""
    plan = plan_of(season)
    if season.boards:
        teams = competitors_of(season).names(plan.entrants)
        names = {pk: teams[pk] for pk in plan.entrants}
    else:
        players = [entrant.player for entrant in entrants_of(season, person)]
        if not players and request.GET.get("who") == "all":
            players = list(clubs.players(person)[: player_names.LISTED_MOST])
        labels = player_names.labels(person, players)
        names = {player.pk: label for player, label in zip(players, labels, strict=True)}
    return _form(season, person, initial=initial_of(plan, names))
