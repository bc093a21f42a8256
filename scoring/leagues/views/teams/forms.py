"""What is written down of a team."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_search
from ecarte_club.clubs.views.names import offering
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.pages import Form
from scoring.leagues.models import Meeting, Team, TeamPlayer
from scoring.leagues.selectors.teams import plays_on
from scoring.leagues.services.teams import NAME_MOST
from scoring.leagues.views.fixtures.plan_form import TEXT_MOST, DayInput, NamesForm


class TeamForm(NamesForm):
    name = forms.CharField(label=_("Name of the team"), max_length=NAME_MOST)
    players = forms.CharField(
        label=_("Players"),
        help_text=_("One name on a line, the captain first. Others may come later."),
        max_length=TEXT_MOST,
        widget=forms.Textarea({"rows": 6, "autocomplete": "off"}),
    )

    def clean_players(self) -> tuple[int, ...]:
        return self.named("players")

    def given(self) -> dict[str, Any]:
        players = self.cleaned_data["players"]
        captain = players[0] if players else None
        return {"name": self.cleaned_data["name"], "players": players, "captain": captain}


class ChangeForm(Form):
    name = forms.CharField(label=_("Name of the team"), max_length=NAME_MOST)
    captain = forms.TypedChoiceField(
        label=_("Captain"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"name": team.name, "captain": team.captain_id or ""})
        super().__init__(*args, **kwargs)
        self.choose("captain", [("", "–"), *_members(team)])


class JoinForm(Form):
    player = forms.CharField(label=_("Player"), max_length=120)
    on = forms.DateField(label=_("From this day on"), widget=DayInput())

    def __init__(self, *args: Any, person: Person, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="join-%s", **kwargs)
        self.person = person
        self.fields["player"].widget.attrs.update(offering(slug))

    def clean_player(self) -> int:
        try:
            return player_search.picked(self.person, self.cleaned_data["player"]).pk
        except Invalid as fault:
            raise forms.ValidationError(str(fault.detail)) from fault


class LeaveForm(Form):
    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    on = forms.DateField(
        label=_("No longer plays from"),
        widget=DayInput(),
        help_text=_("Matches played before that day still count."),
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="leave-%s", **kwargs)
        self.choose("player", [("", "–"), *_members(team)])


class LineupForm(Form):
    """Who plays for one of the two teams at each board."""

    def __init__(self, *args: Any, meeting: Meeting, team: Team, **kwargs: Any) -> None:
        given = [None, *(None for _board in range(meeting.season.boards))]
        side = "home" if team.pk == meeting.home_id else "away"
        for board in meeting.boards.all():
            given[board.number] = getattr(board, f"{side}_id")
        kwargs["initial"] = {f"board_{n}": given[n] or "" for n in range(1, len(given))}
        super().__init__(*args, auto_id=f"{side}-%s", **kwargs)
        self.team, self.is_given = team, any(given)
        choices = [("", gettext("Nobody")), *_playing_on(team, meeting.day)]
        for number in range(1, len(given)):
            self.fields[f"board_{number}"] = forms.TypedChoiceField(
                label=gettext("Board %(number)s") % {"number": number},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.Select({"class": "input"}),
            )

    def players(self) -> list[int | None]:
        return [self.cleaned_data[name] for name in self.fields]

    def tell(self, fault: Fault) -> None:
        """Beside the board that it is of."""
        told = False
        for name, text in fault.errors.items():
            _list, _dot, number = name.partition("players.")
            if number.isdigit():
                self.add_error(f"board_{int(number) + 1}", str(text))
                told = True
        if not told:
            self.add_error(None, str(fault.detail))


def _playing_on(team: Team, day: date | None) -> list[tuple[str, str]]:
    rows = TeamPlayer.objects.filter(team=team).select_related("player")
    return [
        (str(one.player_id), one.player.name)
        for one in rows.order_by("player__sort_name")
        if plays_on(one, day)
    ]


def _members(team: Team) -> list[tuple[str, str]]:
    return [
        (str(one.player_id), one.player.name) for one in team.members.all() if one.left_on is None
    ]


def usual_day(first: date, last: date, today: date) -> date:
    """Today, or the nearest day of the season."""
    return min(max(first, today), last)
