"""The results of an evening: page and CSV."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    club_page,
    faults_as_pages,
    form_page,
    identified,
    post_page,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings import selectors
from games.evenings.changes import unsettled
from games.evenings.live_state import evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.results import (
    COLUMNS,
    EveningResults,
    csv_rows,
    email_counts,
    evening_results,
    leads,
    result_emails_send_rest,
)
from games.evenings.services.evenings import evening_sign_off
from games.matches.changes import mark_online, running_games
from games.matches.models import Match
from games.matches.services.entries import REASON_MOST
from games.matches.services.stopping import match_abandon, match_adjourn, usual_stop

from .evening import evening_of


def results_of(request: HttpRequest, slug: str, pk: int) -> tuple[EveningResults, Person]:
    """With the names that they may know."""
    evening, person = evening_of(request, slug, pk)
    return evening_results(evening, veiled=not selectors.sees_names(evening, person)), person


@faults_as_pages
def results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = results_of(request, slug, pk)
    mark_online(found.over, person)
    shown: dict[str, Any] = {
        "evening": found.evening,
        "results": found,
        "over": [(match, leads(match, person)) for match in found.over],
        "unfinished": [(match, leads(match, person)) for match in found.unfinished],
        "post": email_counts(found.evening) if person.may(Act.SIGN_OFF) else None,
        "tab": "evenings",
    }
    return club_page(request, "evenings/results.html", found.evening.club, person, **shown)


@login_required
@post_page
def letters(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends the letters that are still to be sent."""
    found, person = results_of(request, slug, pk)
    require(person, Act.SIGN_OFF)
    version = pages.posted_version(request)
    pages.write(
        request, lambda: result_emails_send_rest(by=person, evening=found.evening, version=version)
    )
    return redirect("evening_results", slug=slug, pk=pk)


@faults_as_pages
def results_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, _person = results_of(request, slug, pk)
    body = csv_files.write_rows(COLUMNS, csv_rows(found))
    return csv_files.download(f"results-{found.evening.held_on}.csv", body)


class SignOffForm(Form):
    """With a choice for each match that is unfinished: how it is closed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Reason for abandoning"), max_length=REASON_MOST, required=False
    )

    def __init__(self, *args: Any, unfinished: Sequence[Match], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].initial = gettext("The evening ended.")
        self.add_unfinished(unfinished)

    def add_unfinished(self, unfinished: Sequence[Match]) -> None:
        """Also those that were started since the page was opened."""
        self.unfinished = unfinished
        for match in unfinished:
            self.fields[f"match_{match.pk}"] = forms.ChoiceField(
                label=str(match),
                choices=CLOSINGS,
                initial=usual_stop(match),
                required=False,
                widget=forms.RadioSelect,
            )

    def rows(self) -> list[tuple[Match, forms.BoundField]]:
        return [(match, self[f"match_{match.pk}"]) for match in self.unfinished]

    def how(self, match: Match) -> str:
        return self.cleaned_data[f"match_{match.pk}"] or usual_stop(match)

    def field_of(self, name: str) -> str:
        return name if name == "version" else ""

    def closing(self) -> dict[int, str]:
        return {match.pk: self.how(match) for match in self.unfinished}


CLOSINGS = [
    (Match.Stopped.ADJOURNED.value, gettext_lazy("Continue another day")),
    (Match.Stopped.ABANDONED.value, gettext_lazy("Abandon")),
]


@identified
@form_page
def sign_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Whatever came in between is shown, and must be signed anew. `close`: one match alone."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.SIGN_OFF)
    now = evening_now(evening, to_settle=True)
    form = SignOffForm(request.POST or None, unfinished=now.unfinished)

    def sign() -> Evening:
        fields = {"version": form.cleaned_data["version"], "closing": form.closing()}
        reason = form.cleaned_data["reason"]
        return evening_sign_off(by=person, evening=evening, **fields, reason=reason)

    alone = whole_number(request.POST.get("close", ""))
    if alone is not None:
        if pages.submitted(request, form, lambda: _close(form, person, alone)):
            return redirect("sign_off", slug=slug, pk=pk)
    elif pages.submitted(request, form, sign):
        return redirect("evening", slug=slug, pk=pk)
    if form.errors:
        evening.refresh_from_db()
        now = evening_now(evening, to_settle=True)
        form.add_unfinished(now.unfinished)
    shown = {
        "evening": evening,
        "title": evening_name(evening),
        "now": now,
        "results": evening_results(evening),
        "running": running_games(evening),
        "unsettled": unsettled(evening),
        "form": form,
        "tab": "evenings",
    }
    return club_page(request, "evenings/sign_off.html", evening.club, person, **shown)


def _close(form: SignOffForm, person: Person, match_id: int) -> Match:
    """Raises: Invalid where it is closed already; as match_abandon and match_adjourn."""
    match = next((one for one in form.unfinished if one.pk == match_id), None)
    if match is None:
        raise Invalid("not_unfinished", gettext("This match is already closed."), field="match")
    version = match.version
    if form.how(match) == Match.Stopped.ABANDONED:
        reason = form.cleaned_data["reason"]
        return match_abandon(by=person, match=match, reason=reason, version=version).match
    return match_adjourn(by=person, match=match, version=version).match
