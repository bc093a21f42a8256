"""Matches and pools of a round that are decided without play, and that undone."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from scoring.leagues.models import Fixture
from scoring.tournaments import labels
from scoring.tournaments.selectors import pool_board
from scoring.tournaments.selectors.pairings import Pairing, pairings_among
from scoring.tournaments.selectors.pool_board import Drawn
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.services.meetings import REASON_MOST, meeting_award, meeting_award_back
from scoring.tournaments.services.pools import pool_award, pool_award_back

from .starting import fixture_of
from .tournaments import for_director, submit, tournament_page

NOBODY = "0"


class AwardForm(Form):
    award = forms.ChoiceField(label=_("What happened"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST)

    def __init__(self, *args: Any, shown: Pairing, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose(
            "award",
            [
                (Fixture.Award.HOME.value, _("%(name)s wins") % {"name": shown.home}),
                (Fixture.Award.AWAY.value, _("%(name)s wins") % {"name": shown.away}),
                (Fixture.Award.BOTH_ABSENT.value, labels.AWARDS[Fixture.Award.BOTH_ABSENT]),
            ],
        )


@login_required
@form_page
def tournament_award(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    """A walk-over, or neither came; or it is taken back."""
    found, person = for_director(request, slug, pk)
    row = fixture_of(found, fixture)
    (one,) = pairings_among(found, person, [row])
    form = AwardForm(request.POST or None, shown=one)
    if pages.submitted(
        request,
        form,
        lambda: (
            meeting_award(by=person, tournament=found, fixture=fixture, **form.cleaned_data).pk
        ),
    ):
        return redirect("tournament_round", slug=slug, pk=pk, number=row.round.number)
    shown = {"form": form, "pairing": one, "round": row.round}
    return tournament_page(request, "award", found, person, **shown)


@login_required
@post_page
def tournament_award_back(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    row = fixture_of(found, fixture)
    to = ("tournament_round", slug, pk, row.round.number)
    return submit(request, found, person, meeting_award_back, fixture=fixture, to=to)


class PoolAwardForm(Form):
    winner = forms.ChoiceField(label=_("Winner"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST)

    def __init__(self, *args: Any, drawn: Drawn, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose(
            "winner",
            [
                *((str(one.id), one.name) for one in drawn.members if not one.has_gone),
                (NOBODY, _("None: nobody came")),
            ],
        )

    def asked(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"winner": whole_number(given["winner"]) or None, "reason": given["reason"]}


@login_required
@form_page
def tournament_pool_award(request: HttpRequest, slug: str, pk: int, pool: int) -> HttpResponse:
    """Who goes on without play."""
    found, person = for_director(request, slug, pk)
    column, one = _pool(reading_of(found, person), pool)
    form = PoolAwardForm(request.POST or None, drawn=one)
    if pages.submitted(
        request,
        form,
        lambda: pool_award(by=person, tournament=found, pool=pool, **form.asked()).pk,
    ):
        return redirect("tournament_round", slug=slug, pk=pk, number=column.row.number)
    shown = {"form": form, "drawn": one, "round": column.row}
    return tournament_page(request, "pool_award", found, person, **shown)


def _pool(now: Reading, pk: int) -> tuple[pool_board.Column, Drawn]:
    """Raises: Absent."""
    for column in pool_board.rounds(now) if now.progress.is_pools else []:
        for one in column.pools:
            if one.row.pk == pk and column.row.published_at and not one.is_bye:
                return column, one
    raise Absent


@login_required
@post_page
def tournament_pool_award_back(request: HttpRequest, slug: str, pk: int, pool: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    column, _one = _pool(reading_of(found, person), pool)
    to = ("tournament_round", slug, pk, column.row.number)
    return submit(request, found, person, pool_award_back, pool=pool, to=to)
