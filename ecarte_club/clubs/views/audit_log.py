"""The audit log: who did what and when, filtered by person, act, days and thing."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs import audit_log
from ecarte_club.clubs.audit_log import ACTS, Filters, Line
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files, pages
from ecarte_club.core.collation import sort_key
from ecarte_club.core.days import DayField, in_iso
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.pages import Form

from .common import club_of, club_page, safe_page

PAGE, USERS_MOST = 50, 20
FILTERS = ("by", "act", "since", "until", "kind", "about")
# The page of a thing, where there is one, by its kind.
ADDRESSES = {
    "match": "match",
    "evening": "evening",
    "player": "player",
    "season": "season",
    "rules": "rules_detail",
}


class FilterForm(Form):
    who = forms.CharField(label=_("Who"), max_length=80, required=False)
    act = forms.ChoiceField(label=_("What"), required=False)
    since = DayField(label=_("From"), required=False)
    until = DayField(label=_("To"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["act"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (for the type alone)
        labels = [(act, str(text.label)) for act, text in ACTS.items()]
        labels.sort(key=lambda choice: sort_key(choice[1]))
        field.choices = [("", _("Everything")), *labels]


@login_required
@safe_page
def log_page(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SEE_LOG)
    sent = {name: str(value).replace("\x00", "") for name, value in request.GET.items()}
    form = FilterForm(sent or None)
    filters, namesakes = Filters(), list[User]()
    try:
        namesakes = _namesakes(club.pk, sent)
        filters = audit_log.parse_filters(in_iso(sent, "since", "until"))
    except Invalid as fault:
        if form.is_valid():
            pages.tell(form, fault)
    nobody = bool(sent.get("who", "").strip()) and not sent.get("by")
    rows = [] if form.errors or nobody else list(audit_log.entries(person, filters)[: PAGE + 1])
    shown = {
        "form": form,
        "lines": [_line(slug, line) for line in audit_log.lines(rows[:PAGE])],
        "older": rows[PAGE - 1].pk if len(rows) > PAGE else None,
        "namesakes": namesakes,
        "by_user": User.objects.filter(pk=filters.by).first() if filters.by else None,
        "filters": filters,
        "query": {name: sent[name] for name in FILTERS if sent.get(name)},
        "csv_most": audit_log.CSV_MOST,
        "tab": "committee",
    }
    return club_page(request, "clubs/audit_log.html", club, person, **shown)


def _namesakes(club_id: int, sent: dict[str, str]) -> list[User]:
    """Users whom a typed name may mean; if there is only one, `sent` then filters by them."""
    who = sent.get("who", "").strip()
    if not who or sent.get("by"):
        return []
    users = audit_log.users_in_log(club_id, who, USERS_MOST)
    if len(users) == 1:
        sent["by"] = str(users[0].pk)
        return []
    return users


def _line(slug: str, line: Line) -> dict[str, Any]:
    entry = line.entry
    return {"line": line, "entry": entry, "address": _address(slug, entry.kind, entry.about)}


def _address(slug: str, kind: str, pk: int | None) -> str:
    if kind not in ADDRESSES or pk is None:
        return ""
    try:
        return reverse(ADDRESSES[kind], args=[slug, pk])
    except NoReverseMatch:
        return ""


@login_required
@safe_page
def log_csv(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    rows = audit_log.entries(
        person, audit_log.parse_filters(in_iso(request.GET.dict(), "since", "until"))
    )
    return csv_files.download(f"log-{club.slug}.csv", audit_log.csv_table(rows))
