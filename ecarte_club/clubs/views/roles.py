"""The committee's pages about people: roles, two-step sign-in, and who may do what."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, Office, User
from ecarte_club.clubs.permissions import (
    TABLE,
    Act,
    Person,
    Role,
    Scope,
    require,
)
from ecarte_club.clubs.selectors import roles as holders
from ecarte_club.clubs.selectors.clubs import GUARDED
from ecarte_club.clubs.selectors.roles import Holder, holders_csv, would_sleep
from ecarte_club.clubs.services import roles as role_services
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.pages import Form
from ecarte_club.core.sentences import and_list

from .common import club_of, club_page, form_page, safe_page

PAGE = 60


class RoleForm(Form):
    role = forms.ChoiceField(
        choices=[(role.value, role.value) for role in Office.OFFICES], widget=forms.HiddenInput
    )


class TakeForm(Form):
    """Has nothing to fill in: what is taken stands in the address."""


@safe_page
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who holds an office; with a name, everybody of that name who signs in here."""
    club, person = club_of(request, slug)
    asked = request.GET.get("name", "").replace("\x00", "").strip()
    found = holders.users_by_name(person, name=asked)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    people = [_holder_row(one) for one in holders.holders(club.pk, page.object_list)]
    shown = {"page": page, "people": people, "asked": asked, "tab": "committee"}
    return club_page(request, "clubs/roles.html", club, person, **shown)


@safe_page
def roles_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page shows, all pages of it."""
    club, person = club_of(request, slug)
    found = holders.users_by_name(person, name=request.GET.get("name", ""))
    body = holders_csv(holders.holders(club.pk, found))
    return csv_files.download(f"{club.slug}-roles.csv", body)


def _holder_row(holder: Holder) -> dict[str, Any]:
    return {
        "user": holder.user,
        "player": holder.player,
        "roles": [
            _("%(role)s (suspended)") % {"role": role.label}
            if role in holder.asleep
            else str(role.label)
            for role in holder.roles
        ],
    }


@form_page
def role_person(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """The offices of one person: each is given here, and taken on a page of its own."""
    club, person = club_of(request, slug)
    holder = _holder(person, user_id)
    form = RoleForm(request.POST or None)

    def give() -> Office:
        role = Role(form.cleaned_data["role"])
        return role_services.role_give(by=person, user_id=user_id, role=role)

    if pages.submitted(request, form, give):
        return redirect("role_person", slug=slug, user_id=user_id)
    offices = [
        {
            "role": role.value,
            "name": str(role.label),
            "held": role in holder.roles,
            "asleep": role in holder.asleep,
            "key": pages.new_key(),
        }
        for role in Office.OFFICES
    ]
    shown = {"holder": holder, "offices": offices, "form": form, "tab": "committee"}
    return club_page(request, "clubs/role_person.html", club, person, **shown)


@form_page
def role_take(request: HttpRequest, slug: str, user_id: int, role: str) -> HttpResponse:
    """What they may then no longer do, before it is done."""
    club, person = club_of(request, slug)
    holder, office = _holder(person, user_id), _office(role)
    form = TakeForm(request.POST or None)
    is_own = user_id == person.user_id

    def take() -> User:
        return role_services.role_take(by=person, user_id=user_id, role=office)

    if pages.submitted(request, form, take):
        loses_committee = is_own and office is Role.COMMITTEE
        return redirect("club", slug) if loses_committee else redirect("roles", slug=slug)
    shown = {
        "holder": holder,
        "role_name": str(office.label),
        "held": office in holder.roles,
        "lost": [str(act.label) for act in holder.loses(office)],
        "refusal": role_services.take_refusal(club.pk, user_id, office),
        "is_own": is_own,
        "form": form,
        "tab": "committee",
    }
    return club_page(request, "clubs/role_take.html", club, person, **shown)


def _holder(person: Person, user_id: int) -> Holder:
    require(person, Act.GIVE_ROLE)
    found = holders.holders(person.club_id, holders.users_of(person).filter(pk=user_id))
    if not found:
        raise Absent
    return found[0]


def _office(role: str) -> Role:
    if role not in [one.value for one in Office.OFFICES]:
        raise Absent
    return Role(role)


class SecondFactorForm(Form):
    second_factor = forms.ChoiceField(
        choices=[("yes", "yes"), ("no", "no")], widget=forms.HiddenInput
    )


@form_page
def second_factor(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether the club asks for it, and whose roles would rest if it did."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    form = SecondFactorForm(request.POST or None)

    def change() -> Club:
        wanted = form.cleaned_data["second_factor"] == "yes"
        return role_services.second_factor_set(by=person, wanted=wanted)

    if pages.submitted(request, form, change):
        return redirect("second_factor", slug=slug)
    resting = [
        (one.user, and_list(str(role.label) for role in one.roles if role in GUARDED))
        for one in would_sleep(club)
    ]
    shown = {
        "resting": resting,
        "refusal": role_services.second_factor_refusal(club.pk),
        "form": form,
        "tab": "committee",
    }
    return club_page(request, "clubs/second_factor.html", club, person, **shown)


@safe_page
def rights(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    shown = {
        "roles": [{"name": str(role.label), "yours": role in person.roles} for role in Role],
        "rows": [_row(act, person) for act in TABLE],
        "scopes": [_scope(scope) for scope in Scope],
        "tab": "committee",
    }
    return club_page(request, "clubs/permissions.html", club, person, **shown)


def _row(act: Act, person: Person) -> dict[str, Any]:
    return {
        "name": str(act.label),
        "yours": person.is_let(act),
        "cells": [role in TABLE[act].roles for role in Role],
    }


def _scope(scope: Scope) -> dict[str, Any]:
    acts = [str(act.label) for act, right in TABLE.items() if right.scope is scope]
    return {"value": scope.value, "name": str(scope.label), "acts": acts}


@safe_page
def committee(request: HttpRequest, slug: str) -> HttpResponse:
    """The way to everything that the committee and its directors do for the club."""
    club, person = club_of(request, slug)
    require(person, Act.SEE_LOG)
    shown = {"tab": "committee", "title": _("Committee")}
    return club_page(request, "clubs/committee.html", club, person, **shown)
