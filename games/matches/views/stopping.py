"""Pages on which a match is abandoned or adjourned, and resumed."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.views.common import club_page, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings.models import Table
from games.matches.models import Match
from games.matches.selectors import matches
from games.matches.selectors.matches import free_tables
from games.matches.services.entries import REASON_MOST
from games.matches.services.stopping import (
    match_abandon,
    match_abandon_preview,
    match_adjourn,
    match_resume,
)
from games.matches.templatetags.matches import table_name

from .correct import by_thing
from .match import match_of


class VersionForm(Form):
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def field_of(self, name: str) -> str:
        """What is said of the version is said of the match."""
        return "" if name == "version" else name


class AbandonForm(VersionForm):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Shown to everybody who may see the match."),
    )


class AdjournForm(VersionForm):
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_MOST, required=False, help_text=_("Optional.")
    )


class ResumeForm(VersionForm):
    evening_table = forms.TypedChoiceField(
        label=_("Table"), coerce=whole_number, empty_value=None, required=False
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = free_tables(match.club_id)
        several = len({one.evening_id for one in tables}) > 1
        free = [(str(one.pk), _name_of(one, with_day=several)) for one in tables]
        ids = [value for value, _name in free]
        sent = str(self.data.get("evening_table", ""))
        # One that was taken since is refused by the service, which knows a form sent twice.
        if sent not in ids and (table := _table_of(match, whole_number(sent))):
            free.append((sent, _name_of(table, with_day=True)))
        self.choose("evening_table", [*free, ("", _("At no table of an evening"))])
        # The one where it was played, where that is free; else the first.
        at = str(match.evening_table_id)
        self.fields["evening_table"].initial = at if at in ids else next(iter(ids), "")


def _table_of(match: Match, pk: int | None) -> Table | None:
    found = Table.objects.select_related("evening")
    return found.filter(pk=pk or 0, evening__club=match.club_id).first()


def _name_of(table: Table, *, with_day: bool) -> str:
    label = table_name(table.name)
    day = date_format(table.evening.held_on, "DATE_FORMAT")
    return f"{label} · {day}" if with_day else label


@login_required
@form_page
def abandon(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Why, and what will change; then it is done."""
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    form = AbandonForm(request.POST or None, initial={"version": match.version})
    shown: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        given = {"by": person, **form.cleaned_data}
        try:
            if request.POST.get("act") == "abandon":
                pages.write(request, lambda: match_abandon(match=match, **given).entry)
                return redirect("match", slug=slug, pk=pk)
            foreseen = match_abandon_preview(match=matches.matches().get(pk=pk), **given)
            shown = {"foreseen": True, "changes": by_thing(foreseen.changes, match)}
        except Fault as fault:
            pages.tell(form, fault)
            shown = {"fault": fault}
    return _page(request, "abandon", match, person, form, **shown)


@identified
@form_page
def adjourn(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.ENTER_OWN, Act.ENTER_ANY)
    form = AdjournForm(request.POST or None, initial={"version": match.version})

    def act() -> object:
        return match_adjourn(by=person, match=match, **form.cleaned_data).entry

    if pages.submitted(request, form, act):
        return redirect("match", slug=slug, pk=pk)
    return _page(request, "adjourn", match, person, form)


@login_required
@form_page
def resume(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One tap from the page of the match; asked here where there is a choice of tables."""
    match, person = match_of(request, slug, pk)
    require_resuming(person, match)
    form = ResumeForm(request.POST or None, match=match, initial={"version": match.version})

    def act() -> object:
        return match_resume(by=person, match=match, **form.cleaned_data).entry

    if pages.submitted(request, form, act):
        return redirect("match", slug=slug, pk=pk)
    return _page(request, "resume", match, person, form)


def require_resuming(person: Person, match: Match) -> None:
    """Raises: Denied."""
    own = person.user_id is not None and person.player_id in match.player_ids
    require_own_or_any(person, Act.START_OWN, Act.START_ANY, is_own=own)
    if match.stopped == Match.Stopped.ABANDONED:
        require(person, Act.CORRECT)


def _page(
    request: HttpRequest, name: str, match: Match, person: Person, form: Form, **more: Any
) -> HttpResponse:
    # After a refusal, what it is now; what was typed stays.
    current = matches.matches().get(pk=match.pk) if form.errors else match
    shown = {"match": match, "form": form, "version": current.version, "tab": "matches", **more}
    return club_page(request, f"matches/{name}.html", match.club, person, **shown)
