"""The committee's pages of webhooks: the list, one with its log, and what is done to it."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.forms.boundfield import BoundWidget
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, club_page, form_page, post_page, safe_page
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.http_client import URL_MOST
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from scoring.leagues.models import League

from . import labels, messages, selectors
from .labels import EVENTS, THEMES
from .models import Delivery, Subscription
from .services import subscriptions
from .services.subscriptions import Hook

PAGE = 50


class HookForm(Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=URL_MOST,
        help_text=gettext_lazy("Where messages are sent, such as https://example.org/hook."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    league = forms.ChoiceField(label=gettext_lazy("Events from"), required=False)
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Events"),
        help_text=gettext_lazy("Tick none to receive every event."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leagues = League.objects.filter(club=club).values_list("pk", "name")
        whole_club = [("", _("The whole club"))]
        self.choose("league", [*whole_club, *leagues])
        kinds = [(kind.value, text) for kind, text in EVENTS.items()]
        self.choose("kinds", kinds)

    @property
    def some(self) -> bool:
        """Whether it receives only some kinds, or was asked to."""
        return bool(self["kinds"].value() or self["kinds"].errors)

    @property
    def themes(self) -> list[tuple[Promise, list[BoundWidget]]]:
        """The kinds that may be ticked, under what they are about."""
        boxes = {str(one.data["value"]): one for one in self["kinds"]}
        return [
            (theme, [box for kind, box in boxes.items() if kind.partition(".")[0] in of])
            for theme, of in THEMES.items()
        ]

    def hook(self) -> Hook:
        given = self.cleaned_data
        return Hook(given["url"].strip(), tuple(given["kinds"]), whole_number(given["league"]))


@login_required
@never_cache
@form_page
def hook_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The secret is shown in the answer to the making, and never again."""
    club, person = club_of(request, slug)
    found = selectors.hooks(person)
    form = HookForm(request.POST or None, club=club)
    made: Subscription | None = None
    if request.method == "POST" and form.is_valid():
        try:
            made = _create_once(request, person, form.hook())
            form = HookForm(club=club)
        except Fault as fault:
            pages.tell(form, fault)
    return club_page(
        request,
        "webhooks/hooks.html",
        club,
        person,
        lines=[labels.line(one) for one in found],
        form=form,
        made=made,
        secret=messages.secret_of(made) if made else "",
        tab="committee",
    )


def _create_once(request: HttpRequest, person: Person, hook: Hook) -> Subscription:
    answer = pages.write(request, lambda: subscriptions.hook_make(by=person, hook=hook).pk)
    if answer.repeated:
        text = _(
            "This webhook was already created and its secret shown once. Delete it "
            "and create another."
        )
        raise Invalid("secret_shown", text)
    return selectors.hooks(person).get(pk=int(str(answer.body)))


def _subscription_for(
    request: HttpRequest, slug: str, pk: int
) -> tuple[Club, Person, Subscription]:
    club, person = club_of(request, slug)
    require(person, Act.RUN_HOOKS)
    one, _person = selectors.hook(actor_of(request), pk)
    if one.club_id != club.pk:
        raise Absent
    return club, person, one


def _hook_page(
    request: HttpRequest, template: str, club: Club, person: Person, one: Subscription, **shown: Any
) -> HttpResponse:
    page = f"webhooks/{template}.html"
    return club_page(request, page, club, person, one=one, tab="committee", **shown)


@login_required
@form_page
def hook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One: how it stands, its log, and what it is."""
    club, person, one = _subscription_for(request, slug, pk)
    initial = {"url": one.url, "kinds": one.kinds, "league": one.league_id or ""}
    form = HookForm(request.POST or None, club=club, initial=initial)
    status = 0
    if request.method == "POST" and form.is_valid():
        try:
            return _changed(request, person, one, form.hook(), on=one.active)
        except Fault as fault:
            status = fault.status
            pages.tell(form, fault)
    shown = _log_context(request, one) | {"form": form, "line": labels.line(one)}
    return _hook_page(request, "hook", club, person, one, status=status, **shown)


def _changed(
    request: HttpRequest, person: Person, one: Subscription, hook: Hook, *, on: bool
) -> HttpResponse:
    pages.write(
        request,
        lambda: (
            subscriptions.hook_change(
                by=person, subscription=one, version=pages.version(request), hook=hook, on=on
            ).pk
        ),
    )
    return redirect("hook", slug=one.club.slug, pk=one.pk)


def _log_context(request: HttpRequest, one: Subscription) -> dict[str, Any]:
    """What is asked for in a way that cannot be shows everything."""
    asked = {name: request.GET.get(name, "") for name in ("state", "number")}
    try:
        found = selectors.deliveries(one, asked)
    except Invalid:
        asked = {"state": "", "number": ""}
        found = selectors.deliveries(one, asked)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    log = [labels.log_line(delivery) for delivery in page.object_list]
    return {"page": page, "log": log, "states": Delivery.State.choices, **asked}


@login_required
@post_page
def hook_switch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _club, person, one = _subscription_for(request, slug, pk)
    same = Hook(one.url, tuple(one.kinds), one.league_id)
    return _changed(request, person, one, same, on=request.POST.get("on") == "yes")


@login_required
@post_page
def hook_test(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _club, person, one = _subscription_for(request, slug, pk)
    version = pages.version(request)
    pages.write(
        request, lambda: subscriptions.hook_try(by=person, subscription=one, version=version).pk
    )
    return redirect("hook", slug=slug, pk=pk)


@login_required
@form_page
def hook_replay(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What would be sent again, before it is."""
    club, person, one = _subscription_for(request, slug, pk)
    sent = request.POST if request.method == "POST" else request.GET
    number, only = whole_number(sent.get("number", "")) or 0, sent.get("only") == "yes"
    shown: dict[str, Any] = {"number": number, "only": only}
    try:
        if request.method == "POST":
            asked: dict[str, Any] = shown | {"version": pages.version(request)}
            pages.write(
                request, lambda: subscriptions.hook_replay(by=person, subscription=one, **asked).pk
            )
            return redirect("hook", slug=slug, pk=pk)
        shown["foreseen"] = subscriptions.replay_foreseen(one, number, only=only)
    except Fault as fault:
        shown |= {"fault": fault, "status": fault.status if request.method == "POST" else 200}
    return _hook_page(request, "hook_replay", club, person, one, **shown)


@login_required
@form_page
def hook_delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What goes with it, before it goes."""
    club, person, one = _subscription_for(request, slug, pk)
    if request.method == "POST":
        version = pages.version(request)
        pages.write(
            request,
            lambda: subscriptions.hook_delete(by=person, subscription=one, version=version),
        )
        return redirect("hooks", slug=slug)
    shown = {"line": labels.line(one), "deliveries": one.deliveries.count()}
    return _hook_page(request, "hook_delete", club, person, one, **shown)


@login_required
@safe_page
def hook_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _club, _person, one = _subscription_for(request, slug, pk)
    found = selectors.deliveries(one, request.GET.dict())
    return csv_files.download(f"webhook-{pk}.csv", selectors.csv_table(found))
