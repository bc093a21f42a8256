"""The next round of an evening: who plays whom at which table, proposed and started."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_page, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.evenings.live_state import EveningNow, evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of
from games.matches.changes import DuePair, open_fixtures_of
from games.matches.services.matches import STARTS_MOST, matches_start
from games.matches.services.seating import Start
from games.matches.views.start import SEVERAL, TermsForm, event_choices
from scoring.leagues.models import Season
from scoring.leagues.rules.pairing import Mode
from scoring.leagues.selectors.pairings import Proposal, due_tonight, proposal

from .starting import RowsForm

MODES = [
    (Mode.VARIED.value, gettext_lazy("Varied: opponents who have not met for longest")),
    (Mode.LEVEL.value, gettext_lazy("Level: players close to each other in the standings")),
]
FIRST = [
    ("", gettext_lazy("Not cut yet")),
    (Seat.A.value, gettext_lazy("First player")),
    (Seat.B.value, gettext_lazy("Second player")),
]


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of one match of the round."""

    number: int
    use: forms.BoundField
    table: forms.BoundField
    player_a: forms.BoundField
    player_b: forms.BoundField
    first: forms.BoundField
    due: forms.BoundField
    fixture: forms.BoundField
    offered: forms.BoundField

    @property
    def errors(self) -> list[str]:
        people = (self.player_a, self.player_b, self.first)
        fields = (self.use, self.table, *people, self.due, self.fixture)
        return [str(error) for field in fields for error in field.errors]


class RoundForm(RowsForm, TermsForm):
    """`rows` matches, each with its own fields; and what all of them are played for. Two who have
    a fixture due are asked once whether they play it (`offered`: the pair that was asked)."""

    needed = ("table", "player_a", "player_b")
    event = forms.ChoiceField(label=gettext_lazy("Season"), required=False)

    def __init__(
        self,
        *args: Any,
        evening: Evening,
        now: EveningNow,
        rows: int,
        due: Mapping[frozenset[int], DuePair],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, club=evening.club, **kwargs)
        self.keys = range(rows)
        players = [("", "–"), *((str(one.player.pk), one.player.name) for one in now.here)]
        tables = [("", "–"), *((str(one.table.pk), one.table.name) for one in now.places)]
        for number in range(rows):
            self.fields[f"use_{number}"] = forms.BooleanField(
                label=gettext_lazy("Start"), required=False
            )
            self.fields[f"table_{number}"] = _select(gettext_lazy("Table"), tables)
            self.fields[f"player_a_{number}"] = _select(gettext_lazy("First player"), players)
            self.fields[f"player_b_{number}"] = _select(gettext_lazy("Second player"), players)
            self.fields[f"first_{number}"] = _select(gettext_lazy("Deals first"), FIRST)
            self.fields[f"due_{number}"] = forms.BooleanField(
                label=gettext_lazy("Fixture due"), required=False
            )
            self.fields[f"fixture_{number}"] = forms.IntegerField(
                label=gettext_lazy("Fixture"),
                required=False,
                widget=forms.Select({"class": "input"}),
            )
            self.fields[f"offered_{number}"] = forms.CharField(
                max_length=50, required=False, widget=forms.HiddenInput
            )
        self.due = due
        cast(forms.ChoiceField, self.fields["event"]).choices = event_choices(evening.club)
        for name in ("format", "games", "code"):
            self.fields[name].required = False

    def rows(self) -> Iterator[Row]:
        for number in self.keys:
            names = ("use", "table", "player_a", "player_b", "first", "due", "fixture", "offered")
            fields = {name: self[f"{name}_{number}"] for name in names}
            found = self.due_of(number)
            if found:
                fields["due"].label = found.title
            self._offer_fixtures(number)
            yield Row(number, **fields)

    def pair_of(self, number: int) -> frozenset[int]:
        sent = (self[f"{name}_{number}"].value() for name in ("player_a", "player_b"))
        return frozenset(pk for pk in map(whole_number, map(str, sent)) if pk is not None)

    def due_of(self, number: int) -> DuePair | None:
        return self.due.get(self.pair_of(number))

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        for number in self.used():
            self._offer(number)
            self._check_fixture(number)
        for name in () if given.get("event") else ("format", "games", "code"):
            if name not in self.errors and not given.get(name):
                self.add_error(name, _("Required for a friendly match."))
        return given

    def _offer(self, number: int) -> None:
        """A fixture that the two have, and were not asked about: the row that is shown again has
        chosen it. Whoever chose a season for the round has answered."""
        found, given = self.due_of(number), self.cleaned_data
        if given.get(f"due_{number}") and found is None:
            text = _("No fixture is due between these two. Start a friendly match, or change them.")
            pages.choose_again(self, **{f"due_{number}": None})
            self.add_error(f"due_{number}", text)
        elif found and not given.get("event") and given.get(f"offered_{number}") != pair_key(found):
            chosen = {f"due_{number}": "on", f"offered_{number}": pair_key(found)}
            pages.choose_again(self, **chosen)
            text = _("These two have a fixture due: %(fixture)s. It is chosen now.")
            self.add_error(f"due_{number}", text % {"fixture": found.title})

    def _check_fixture(self, number: int) -> None:
        """Of several that the two have to play in the season, one is chosen."""
        several, field = self._offer_fixtures(number), f"fixture_{number}"
        chosen = self.cleaned_data.get(field) or self.fields[field].initial
        self.cleaned_data[field] = chosen if several else None
        if several and chosen not in several and field not in self.errors:
            text = _("These two have several fixtures to play. Choose the one they play now.")
            self.add_error(field, text)

    def _offer_fixtures(self, number: int) -> list[int]:
        """Those of the season that the row is played for, where there are several."""
        found, pair = self.due_of(number), self.pair_of(number)
        is_due = found is not None and self[f"due_{number}"].value()
        event = found.event_id if found and is_due else whole_number(str(self["event"].value()))
        several = open_fixtures_of(event, pair) if event and len(pair) == 2 else []
        if len(several) < SEVERAL:
            return []
        field = self.fields[f"fixture_{number}"]
        choices = [("", _("Choose a fixture")), *((str(pk), title) for pk, title in several)]
        cast(forms.Select, field.widget).choices = choices
        field.initial = found.fixture_id if found and is_due else None
        return [pk for pk, _title in several]

    def starts(self) -> list[Start]:
        given = self.cleaned_data
        due = {
            number: found
            for number in self.used()
            if given[f"due_{number}"] and (found := self.due_of(number))
        }
        return [
            Start(
                table=int(given[f"table_{number}"]),
                player_a=int(given[f"player_a_{number}"]),
                player_b=int(given[f"player_b_{number}"]),
                first_dealer=Seat(given[f"first_{number}"]) if given[f"first_{number}"] else None,
                event_id=due[number].event_id if number in due else None,
                fixture_id=given[f"fixture_{number}"]
                or (due[number].fixture_id if number in due else None),
            )
            for number in self.used()
        ]

    def chosen_terms(self) -> dict[str, Any]:
        """Within a season its own terms hold."""
        event = self.cleaned_data["event"]
        if event:
            return {"event_id": int(event), "terms": None}
        return {"event_id": None, "terms": self.terms()}


def pair_key(pair: DuePair) -> str:
    return "-".join(map(str, sorted(pair.player_ids)))


def _select(label: Any, choices: list[Any]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices, required=False, widget=forms.Select(attrs={"class": "input"})
    )


@identified
@form_page
def pairings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.START_ANY)
    now, club, found, mode = evening_now(evening), evening.club, None, Mode.VARIED
    season, due = _season(evening, request.GET.get("season", "")), due_tonight(now)
    if request.method == "POST":
        rows = min(whole_number(request.POST.get("rows", "")) or 0, STARTS_MOST)
        form = RoundForm(request.POST, evening=evening, now=now, rows=rows, due=due)
    else:
        mode = Mode(request.GET["mode"]) if request.GET.get("mode") in list(Mode) else mode
        season_id = season.pk if season else None
        found = proposal(now, mode=mode, season_id=season_id, due=due)
        rows, initial = len(found.pairs), _initial(found)
        form = RoundForm(evening=evening, now=now, rows=rows, due=due, initial=initial)

    def act() -> list[int]:
        seat_anyway = "seat_anyway" in request.POST
        fields = {"starts": form.starts(), "seat_anyway": seat_anyway, **form.chosen_terms()}
        return [one.pk for one in matches_start(by=person, evening=evening, **fields)]

    if pages.submitted(request, form, act):
        return redirect("evening", slug=club.slug, pk=evening.pk)
    shown: dict[str, Any] = {"evening": evening, "title": evening_name(evening), "form": form}
    shown |= {"rows": list(form.rows()), "found": found, "mode": mode, "modes": MODES}
    shown["paired_by"] = str(season.pk) if season else ""
    return club_page(request, "leagues/pairings.html", club, person, tab="evenings", **shown)


def _season(evening: Evening, asked: str) -> Season | None:
    """The one asked for, or the club's newest."""
    seasons = Season.objects.filter(event__club=evening.club).order_by("-pk")
    return seasons.filter(pk=whole_number(asked) or 0).first() or seasons.first()


def _initial(found: Proposal) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for number, pair in enumerate(found.pairs):
        given[f"use_{number}"] = pair.table is not None
        given[f"table_{number}"] = str(pair.table.pk) if pair.table else ""
        given[f"player_a_{number}"] = str(pair.player_a.pk)
        given[f"player_b_{number}"] = str(pair.player_b.pk)
        given[f"due_{number}"] = pair.due is not None
        given[f"offered_{number}"] = pair_key(pair.due) if pair.due else ""
    return given
