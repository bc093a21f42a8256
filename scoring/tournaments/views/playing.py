"""The matches of a round: started at an evening or one by one, and what is awarded."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from games.evenings.live_state import evening_now
from games.evenings.models import Evening
from games.matches.services.matches import match_start
from scoring.leagues.models import Fixture
from scoring.tournaments import labels
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.board import Pairing, pairing, pairings
from scoring.tournaments.selectors.progress import TREES
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services.meetings import (
    REASON_MOST,
    Seated,
    deals_first,
    meeting_award,
    meeting_award_back,
    meeting_start_back,
    round_start,
)

from .seating import Proposed, Seating, seating_page
from .tournaments import done, for_director, shown, tournament_of


@login_required
@form_page
def tournament_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Tables are proposed as they were drawn, where the evening has them and they are free."""
    found, person = tournament_of(request, slug, pk)
    require(person, Act.START_ANY)
    now = reading_of(found, person)
    row = now.round(number)
    # Of a knock-out whatever can be played now, in whichever round.
    before = now.progress.group_rounds
    is_tree = found.kind in TREES and number > before
    every = [one.number for one in now.rounds if one.number > before] if is_tree else [number]
    drawn = [one for each in every for one in pairings(now, each, None)]
    waiting = [one for one in drawn if one.waits and row.published_at]
    seating = Seating(
        waiting={one.fixture.pk: one for one in waiting},
        listed="matches",
        template="tournaments/start.html",
        tables=lambda evening: _tables(evening, waiting),
        begin=lambda evening, seated: round_start(
            by=person,
            tournament=found,
            evening=evening,
            seated=[Seated(*one) for one in seated],
        ),
    )
    return seating_page(request, found, person, row, seating)


def _tables(evening: Evening, waiting: list[Pairing]) -> Proposed:
    """Of the evening; the free ones as they were drawn, and for the others one after another."""
    places = evening_now(evening).places
    tables = [(str(one.table.pk), one.table.name) for one in places]
    free = {one.table.name: str(one.table.pk) for one in places if not one.playing}
    proposed: dict[int, str] = {}
    late = []
    for one in waiting:
        if one.fixture.table in free:
            proposed[one.fixture.pk] = free.pop(one.fixture.table)
        else:
            late.append(one.fixture.pk)
    proposed.update(zip(late, free.values(), strict=False))
    return tables, proposed


@login_required
@post_page
def tournament_play(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    """One match, without an evening: by who may start any, or by one of the two."""
    found, person = tournament_of(request, slug, pk)
    row = _fixture(found, fixture)
    if row.away_id is None:
        raise Absent
    pair: dict[str, Any] = {
        "player_a": row.home_id,
        "player_b": row.away_id,
        "first_dealer": deals_first(found, row),
    }
    return _started(request, found, person, pair)


def _started(
    request: HttpRequest, found: Tournament, person: Person, pair: dict[str, Any]
) -> HttpResponse:
    slug = found.event.club.slug
    answer = pages.write(request, lambda: match_start(by=person, event_id=found.pk, **pair).pk)
    return redirect("pad", slug=slug, pk=answer.body)


def _fixture(found: Tournament, pk: int) -> Fixture:
    rows = Fixture.objects.filter(event_id=found.pk, round__published_at__isnull=False)
    row = rows.select_related("round", "match").filter(pk=pk).first()
    if row is None:
        raise Absent
    return row


@login_required
@post_page
def tournament_start_back(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    row = _fixture(found, fixture)
    return done(
        request,
        found,
        person,
        lambda: meeting_start_back(by=person, tournament=found, fixture=fixture).pk,
        to=("tournament_round", slug, pk, row.round.number),
    )


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
    row = _fixture(found, fixture)
    one = pairing(reading_of(found, person), row, None)
    form = AwardForm(request.POST or None, shown=one)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            pages.write(
                request,
                lambda: meeting_award(by=person, tournament=found, fixture=fixture, **asked).pk,
            )
            return redirect("tournament_round", slug=slug, pk=pk, number=row.round.number)
        except Fault as fault:
            pages.tell(form, fault)
    more = {"form": form, "pairing": one, "round": row.round}
    status = 422 if form.errors else 200
    page = shown(found, person, **more)
    return render(request, "tournaments/award.html", page, status=status)


@login_required
@post_page
def tournament_award_back(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    row = _fixture(found, fixture)
    return done(
        request,
        found,
        person,
        lambda: meeting_award_back(by=person, tournament=found, fixture=fixture).pk,
        to=("tournament_round", slug, pk, row.round.number),
    )
