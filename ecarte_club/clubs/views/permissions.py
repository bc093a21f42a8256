"""Who may do what: the very table that the site asks, as a page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.permissions import (
    TABLE,
    Act,
    Person,
    Role,
    Scope,
    act_name,
    role_name,
    scope_name,
)

from .common import club_of, context, faults_as_pages


@require_safe
@faults_as_pages
def rights(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    shown = {
        "roles": [{"name": role_name(role), "yours": role in person.roles} for role in Role],
        "rows": [_row(act, person) for act in TABLE],
        "scopes": [_scope(scope) for scope in Scope],
        "tab": "committee",
    }
    return render(request, "clubs/permissions.html", context(club, person, **shown))


def _row(act: Act, person: Person) -> dict[str, Any]:
    return {
        "name": act_name(act),
        "yours": person.is_let(act),
        "cells": [role in TABLE[act].roles for role in Role],
    }


def _scope(scope: Scope) -> dict[str, Any]:
    acts = [act_name(act) for act, right in TABLE.items() if right.scope is scope]
    return {"value": scope.value, "name": scope_name(scope), "acts": acts}
