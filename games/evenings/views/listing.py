"""The club's evenings, and opening one."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import (
    club_of,
    club_page,
    faults_as_pages,
    form_page,
    identified,
)
from ecarte_club.core import csv_files, pages, replica
from ecarte_club.core.days import DayField
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from games.evenings import selectors as evening_queries
from games.evenings.listing import COLUMNS, EveningFilters, csv_rows
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from games.evenings.services.evenings import NAME_MOST, TABLES_MOST, evening_change, evening_open

from .evening import evening_of

PAGE = 40


@faults_as_pages
def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest first; by name, by state, and in another order when asked."""
    club, person = club_of(request, slug)
    asked = EveningFilters.of(request.GET)
    found = asked.sift(evening_queries.visible_evenings(actor_of(request)).filter(club=club))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    shown = {"page": page, "asked": asked, "tab": "evenings"}
    return club_page(request, "evenings/evenings.html", club, person, **shown)


@faults_as_pages
def evenings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """All that the list finds."""
    club, _person = club_of(request, slug)
    seen = evening_queries.visible_evenings(actor_of(request)).filter(club=club)
    found = EveningFilters.of(request.GET).sift(seen)
    body = replica.read(lambda: csv_files.write_rows(COLUMNS, csv_rows(found.all())))
    return csv_files.download(f"{club.slug}-evenings.csv", body)


class EveningForm(Form):
    held_on = DayField(label=gettext_lazy("Day"))
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_MOST,
        required=False,
        help_text=gettext_lazy("Only if it has one, such as “Cup of the lamps”."),
    )
    public = forms.BooleanField(
        label=gettext_lazy("Open to the public"),
        required=False,
        help_text=gettext_lazy(
            "Anyone can see its tables and results, if the club itself is public."
        ),
    )


class OpenForm(EveningForm):
    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        max_length=600,
        initial="4",
        help_text=gettext_lazy(
            "How many, such as 4, or their names separated by commas, such as Window, Fire, Door."
        ),
    )

    def clean_tables(self) -> list[str]:
        said = self.cleaned_data["tables"].strip()
        if not said.isascii() or not said.isdigit():
            return [name for name in (part.strip() for part in said.split(",")) if name]
        if not 1 <= int(said) <= TABLES_MOST:
            text = _("An evening can have at most %(most)s tables.") % {"most": TABLES_MOST}
            raise forms.ValidationError(text)
        return [str(number) for number in range(1, int(said) + 1)]


@login_required
@form_page
def evening_new(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.RUN_EVENING)
    form = OpenForm(request.POST or None, initial={"held_on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            made = pages.write(request, lambda: evening_open(by=person, **form.cleaned_data))
            return redirect("evening", slug=slug, pk=made.body)
        except Fault as fault:
            fault.errors = {**fault.errors, "tables": fault.errors.get("table", "")}
            fault.errors = {name: text for name, text in fault.errors.items() if text}
            pages.tell(form, fault)
    return club_page(request, "evenings/evening_new.html", club, person, form=form, tab="evenings")


@identified
@form_page
def evening_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Its day, its name, and whether strangers may watch."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.RUN_EVENING)
    now = {"held_on": evening.held_on, "name": evening.name, "public": evening.public}
    form = EveningForm(request.POST or None, initial=now)

    def change() -> Evening:
        return evening_change(by=person, evening=evening, **form.cleaned_data)

    if pages.submitted(request, form, change):
        return redirect("evening", slug=slug, pk=pk)
    shown = {"evening": evening, "title": evening_name(evening), "form": form, "tab": "evenings"}
    return club_page(request, "evenings/evening_edit.html", evening.club, person, **shown)
