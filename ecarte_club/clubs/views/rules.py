"""What a club plays by: the printed codes, its house rules, making and retiring them."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_club.clubs import services
from ecarte_club.clubs.labels import rules as rule_words
from ecarte_club.clubs.labels.citations import law
from ecarte_club.clubs.models import HouseRules
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.services.rules import NAME_MOST
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from games.engine import club_rules as engine_rules
from games.engine.codes import CODES, DEFAULT_CODE

from .common import club_of, context, faults_as_pages

RETIRED_SHOWN = 50


class RulesForm(Form):
    """The name, and under `options.NAME` each option of the code it is made from."""

    name = forms.CharField(label=_("Name of the rules"), max_length=NAME_MOST)

    def __init__(self, *args: Any, base: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base
        for name, option in CODES[base].options().items():
            self.fields[f"options.{name}"] = forms.ChoiceField(
                label=str(rule_words.OPTION_NAMES[name]),
                choices=[(one.text, one.text) for one in engine_rules.choices(name)],
                widget=forms.RadioSelect,
                required=False,
                initial=engine_rules.text(option.value),
            )

    def options(self) -> dict[str, str]:
        """What was left unsaid is as in the code."""
        given = {name: self.cleaned_data[f"options.{name}"] for name in engine_rules.OPTIONS}
        return {name: value for name, value in given.items() if value}

    def asked(self) -> list[dict[str, Any]]:
        """Each option as the page shows it: every choice with its source beside it."""
        return [self._asked(name) for name in engine_rules.OPTIONS]

    def _asked(self, name: str) -> dict[str, Any]:
        field = self[f"options.{name}"]
        printed = engine_rules.text(CODES[self.base].options()[name].value)
        choices = [
            {
                "value": one.text,
                "answer": rule_words.VALUES[name][one.text],
                "source": law(one.source),
                "checked": one.text == field.value(),
                "printed": one.text == printed,
            }
            for one in engine_rules.choices(name)
        ]
        return {"field": field, "choices": choices}


@require_safe
@faults_as_pages
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    retired = HouseRules.objects.filter(club=club).exclude(retired_at=None)
    shown = {
        "ours": club_rules.live(club.pk),
        "retired": retired.order_by("-retired_at")[:RETIRED_SHOWN],
        "printed": rule_words.CODE_TITLES.items(),
        "tab": "committee",
    }
    return render(request, "clubs/rules.html", context(club, person, **shown))


@require_safe
@faults_as_pages
def printed_code(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A printed code; it is nobody's secret."""
    club, person = club_of(request, slug)
    if code not in CODES:
        raise Absent
    shown = {
        "title": rule_words.CODE_TITLES[code],
        "base": code,
        "lines": rule_words.option_texts(CODES[code]),
        "in_force": club.code == code and club.rules_id is None,
        "tab": "committee",
    }
    return render(request, "clubs/rules_detail.html", context(club, person, **shown))


@require_safe
@faults_as_pages
def rules_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    found = club_rules.rules_of(club.pk, pk)
    made = club_rules.code(found.base, found.options)
    shown = {
        "title": found.name,
        "rules": found,
        "base": found.base,
        "base_title": rule_words.CODE_TITLES[found.base],
        "lines": rule_words.option_texts(made, CODES[found.base]),
        "in_force": club.rules_id == found.pk,
        "tab": "committee",
    }
    return render(request, "clubs/rules_detail.html", context(club, person, **shown))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def rules_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Made from `base`, a printed code; its own options are chosen already."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    base = request.POST.get("base") or request.GET.get("base") or club.code
    base = base if base in CODES else DEFAULT_CODE
    form = RulesForm(request.POST or None, base=base)
    if request.method == "POST" and form.is_valid():
        name, options = form.cleaned_data["name"], form.options()
        try:
            answer = pages.write(
                request,
                lambda: services.rules_make(by=person, name=name, base=base, options=options).pk,
            )
            return redirect("rules_detail", slug=slug, pk=answer.body)
        except Fault as fault:
            pages.tell(form, fault)
    shown = {
        "form": form,
        "base": base,
        "base_title": rule_words.CODE_TITLES[base],
        "printed": rule_words.CODE_TITLES.items(),
        "key": pages.new_key(),
        "tab": "committee",
    }
    status = 422 if form.errors else 200
    return render(request, "clubs/rules_new.html", context(club, person, **shown), status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def rules_retire(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What follows is said before it is done."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    found, said = club_rules.rules_of(club.pk, pk), None
    if request.method == "POST":
        version = whole(request.POST.get("version", "")) or 0
        try:
            pages.write(
                request,
                lambda: services.rules_retire(by=person, rules=found, version=version).pk,
            )
            return redirect("rules", slug=slug)
        except Fault as fault:
            said = fault
            club, person = club_of(request, slug)
    shown = {
        "rules": found,
        "fault": said,
        "in_force": club.rules_id == found.pk,
        "key": pages.new_key(),
        "tab": "committee",
    }
    status = said.status if said else 200
    return render(request, "clubs/rules_retire.html", context(club, person, **shown), status=status)
