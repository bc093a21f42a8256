"""The log: who did what and when, sifted by person, act, days and thing."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.audit_log import SENTENCES
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import audit_log
from ecarte_club.clubs.selectors.audit_log import Asked, Line
from ecarte_club.core import csv_files, pages
from ecarte_club.core.collation import sort_key
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.forms import Form

from .common import club_of, context, faults_as_pages

PAGE, DOERS_MOST = 50, 20
FILTERS = ("by", "act", "since", "until", "kind", "about")
# The page of a thing, where there is one, by its kind.
ADDRESSES = {
    "match": "match",
    "evening": "evening",
    "player": "player",
    "season": "season",
    "rules": "rules_detail",
}


class SiftForm(Form):
    who = forms.CharField(label=_("Who"), max_length=80, required=False)
    act = forms.ChoiceField(label=_("What"), required=False)
    since = forms.CharField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"})
    )
    until = forms.CharField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["act"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (for the type alone)
        said = sorted(
            ((act, audit_log.label(act)) for act in SENTENCES), key=lambda one: sort_key(one[1])
        )
        field.choices = [("", _("Everything")), *said]


@login_required
@require_safe
@faults_as_pages
def log_page(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SEE_LOG)
    sent = {name: str(value).replace("\x00", "") for name, value in request.GET.items()}
    form = SiftForm(sent or None)
    sought, whose = Asked(), list[User]()
    try:
        whose = _meant(club.pk, sent)
        sought = audit_log.asked(sent)
    except Invalid as fault:
        if form.is_valid():
            pages.tell(form, fault)
    nobody = bool(sent.get("who", "").strip()) and not sent.get("by")
    found = [] if form.errors or nobody else list(audit_log.deeds(person, sought)[: PAGE + 1])
    shown = {
        "form": form,
        "lines": [_shown(slug, line) for line in audit_log.lines(found[:PAGE])],
        "older": found[PAGE - 1].pk if len(found) > PAGE else None,
        "whose": whose,
        "doer": User.objects.filter(pk=sought.by).first() if sought.by else None,
        "sought": sought,
        "kept": {name: sent[name] for name in FILTERS if sent.get(name)},
        "csv_most": audit_log.CSV_MOST,
        "tab": "committee",
    }
    status = 422 if form.errors else 200
    return render(request, "clubs/audit_log.html", context(club, person, **shown), status=status)


def _meant(club_id: int, sent: dict[str, str]) -> list[User]:
    """Those whom a name may mean; when it can mean only one, it is he that is asked for."""
    who = sent.get("who", "").strip()
    if not who or sent.get("by"):
        return []
    meant = audit_log.doers(club_id, who, DOERS_MOST)
    if len(meant) == 1:
        sent["by"] = str(meant[0].pk)
        return []
    return meant


def _shown(slug: str, line: Line) -> dict[str, Any]:
    deed = line.deed
    return {"line": line, "deed": deed, "address": _address(slug, deed.kind, deed.about)}


def _address(slug: str, kind: str, pk: int | None) -> str:
    if kind not in ADDRESSES or pk is None:
        return ""
    try:
        return reverse(ADDRESSES[kind], args=[slug, pk])
    except NoReverseMatch:
        return ""


@login_required
@require_safe
@faults_as_pages
def log_csv(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    found = audit_log.deeds(person, audit_log.asked(request.GET.dict()))
    return csv_files.download(f"log-{club.slug}.csv", audit_log.csv_table(found))
