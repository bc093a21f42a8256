"""Players or teams that join late, withdraw or come back: previewed first, then done."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.pages import Form
from scoring.leagues.models import Entrant, Team
from scoring.leagues.selectors.competitors import Competitors, competitors_of
from scoring.leagues.selectors.plans import fixtures_with_names
from scoring.leagues.services.planning import competitor_join, joining_preview
from scoring.leagues.services.seasons import REASON_MOST
from scoring.leagues.services.withdrawing import (
    competitor_return,
    competitor_withdraw,
    return_preview,
    withdrawal_preview,
)

from .plan import PlayerForm
from .standings import season_of, season_page


class CompetitorForm(Form):
    """A choice of competitors, called as they are: a player or a team."""

    def __init__(
        self, *args: Any, competitors: Competitors, choices: Iterable[Entrant | Team], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field, is_team = competitors.kind, competitors.kind == "team"
        self.fields[field] = forms.TypedChoiceField(
            label=gettext("Team") if is_team else gettext("Player"), coerce=int
        )
        self.order_fields([field])
        names = [
            (str(competitors.id_of(one)), one.name if isinstance(one, Team) else one.player.name)
            for one in choices
        ]
        self.choose(field, names if len(names) == 1 else [("", "–"), *names])
        self.has_choices = bool(names)


class WithdrawalForm(CompetitorForm):
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST)

    def __init__(self, *args: Any, competitors: Competitors, **kwargs: Any) -> None:
        super().__init__(*args, competitors=competitors, **kwargs)
        text = gettext("Everybody can read it beside the fixtures that are not played.")
        if competitors.season.boards:
            text = gettext("Everybody can read it beside the meetings that are not played.")
        self.fields["reason"].help_text = text


def _competitors(
    request: HttpRequest, slug: str, pk: int, *, of_teams: bool
) -> tuple[Competitors, Person]:
    """Raises: Denied; Absent where the season is not of teams, or not of players."""
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if bool(season.boards) != of_teams:
        raise Absent
    return competitors_of(season), person


def _entered(competitors: Competitors, person: Person, *, gone: bool) -> list[Entrant | Team]:
    """Those who have withdrawn, or those who have not, with the names that `person` may know."""
    rows = competitors.entered.filter(left_round__isnull=not gone)
    if competitors.season.boards:
        return list(rows)
    entrants = list(rows.select_related("player"))
    if not player_names.sees_names(person):
        club = competitors.season.event.club
        player_names.veil((entrant.player for entrant in entrants), club)
    return entrants


@login_required
@form_page
def join(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """A player enters late; a team that entered late gets its meetings."""
    competitors, person = _competitors(request, slug, pk, of_teams=of_teams)
    form: Form
    if of_teams:
        waiting = competitors.season.teams.filter(meetings_home=None, meetings_away=None)
        late = waiting.order_by("place")
        form = CompetitorForm(request.POST or None, competitors=competitors, choices=late)
    else:
        form = PlayerForm(request.POST or None, person=person, slug=slug)

    def preview(competitor: int) -> dict[str, Any]:
        added = joining_preview(by=person, season=competitors.season, competitor=competitor)
        return {"fixtures": fixtures_with_names(competitors.season, added)}

    return _answer(request, competitors, person, form, competitor_join, preview, "season_join")


@login_required
@form_page
def withdraw(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    competitors, person = _competitors(request, slug, pk, of_teams=of_teams)
    here = _entered(competitors, person, gone=False)
    form = WithdrawalForm(request.POST or None, competitors=competitors, choices=here)

    def preview(competitor: int) -> dict[str, Any]:
        season = competitors.season
        withdrawal = withdrawal_preview(by=person, season=season, competitor=competitor)
        return {"leaving": withdrawal, "whose": _competitor(withdrawal.entrant)}

    return _answer(
        request, competitors, person, form, competitor_withdraw, preview, "season_withdraw"
    )


@login_required
@form_page
def undo_withdrawal(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    competitors, person = _competitors(request, slug, pk, of_teams=of_teams)
    gone = _entered(competitors, person, gone=True)
    form = CompetitorForm(request.POST or None, competitors=competitors, choices=gone)

    def preview(competitor: int) -> dict[str, Any]:
        undone = return_preview(by=person, season=competitors.season, competitor=competitor)
        rows = [(row, row.pk in undone.begun) for row in undone.rest]
        return {"returning": undone, "open": rows, "whose": _competitor(undone.entrant)}

    return _answer(request, competitors, person, form, competitor_return, preview, "season_return")


def _competitor(entrant: Entrant | Team) -> Any:
    return entrant.player if isinstance(entrant, Entrant) else entrant


def _answer(
    request: HttpRequest,
    competitors: Competitors,
    person: Person,
    form: Form,
    service: Callable[..., object],
    preview: Callable[[int], dict[str, Any]],
    template: str,
) -> HttpResponse:
    """The button `do` acts, any other only shows what would be done."""
    season, kind = competitors.season, competitors.kind
    back = reverse(f"season_{competitors.fixture_kind}s", args=(season.event.club.slug, season.pk))

    def act() -> int:
        """What is stored as the answer is the id."""
        fields = {**form.cleaned_data, "version": pages.version(request)}
        competitor: int = fields.pop(kind)
        service(by=person, season=season, competitor=competitor, **fields)
        return competitor

    answer, foreseen = pages.submitted_or_previewed(
        request, form, act, lambda: preview(form.cleaned_data[kind]), button="do"
    )
    if answer:
        return redirect(back)
    shown = {"form": form, "back": back, "foreseen": foreseen}
    return season_page(request, template, season, person, **shown)
