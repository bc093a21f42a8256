"""What is written down of a team."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs import picking
from ecarte_club.clubs.rights import Person
from ecarte_club.clubs.views.names import offering
from ecarte_club.wire.faults import Invalid
from ecarte_club.wire.forms import Form
from scoring.models import Team
from scoring.services.teams.people import NAME_MOST
from scoring.views.planning.plan_form import TEXT_MOST, DayInput, NamesForm


class TeamForm(NamesForm):
    name = forms.CharField(label=_("Name of the team"), max_length=NAME_MOST)
    players = forms.CharField(
        label=_("Who plays for it"),
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
        self.fields["captain"].choices = [("", "–"), *_here(team)]  # type: ignore[attr-defined]


class JoinForm(Form):
    player = forms.CharField(label=_("Who comes"), max_length=120)
    on = forms.DateField(label=_("From which day on"), widget=DayInput())

    def __init__(self, *args: Any, person: Person, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="join-%s", **kwargs)
        self.person = person
        self.fields["player"].widget.attrs.update(offering(slug))

    def clean_player(self) -> int:
        try:
            return picking.picked(self.person, self.cleaned_data["player"]).pk
        except Invalid as fault:
            raise forms.ValidationError(str(fault.detail)) from fault


class LeaveForm(Form):
    player = forms.TypedChoiceField(label=_("Who leaves"), coerce=int)
    on = forms.DateField(
        label=_("From which day on"),
        widget=DayInput(),
        help_text=_("What was played before stays."),
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="leave-%s", **kwargs)
        self.fields["player"].choices = [("", "–"), *_here(team)]  # type: ignore[attr-defined]


def _here(team: Team) -> list[tuple[str, str]]:
    return [
        (str(one.player_id), one.player.name) for one in team.members.all() if one.left_on is None
    ]


def usual_day(first: date, last: date, today: date) -> date:
    """Today, or the nearest day of the season."""
    return min(max(first, today), last)
