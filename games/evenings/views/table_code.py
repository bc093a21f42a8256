"""Coming in at a table by its code: the door, who holds the phone, waiting, and the card."""

import re
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person as person_of
from ecarte_club.clubs.views.common import club_page, context, form_page, identified, safe_page
from ecarte_club.core import pages, qr
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.live import ticket
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.throttling import address
from games.evenings.authentication import SESSION_KEY, table_tried
from games.evenings.models import Table
from games.evenings.selectors import code_address
from games.evenings.services.phones import phone_open
from games.matches.changes import running_game_at
from games.matches.selectors.matches import match_in_play_at
from games.matches.views.match import unchanged

BACK = re.compile(r"/clubs/[!-~]*")


class CodeForm(Form):
    """`autocomplete` off: a code is good for one evening."""

    code = forms.CharField(
        label=_("Table code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "enterkeyhint": "go",
            }
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_door(request: HttpRequest) -> HttpResponse:
    """One field for the code; nothing is opened here."""
    form = CodeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                table = table_tried(form.cleaned_data["code"], address(request))
                return redirect(_with_back(reverse("table_code", args=(table.code,)), request))
            except Fault as fault:
                pages.tell(form, fault)
                status = fault.status
    return _door(request, form, status)


def _door(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    shown = {
        "form": form,
        "back": _back(request),
        "ended": getattr(request, "phone_ended", False),
        "over": getattr(request, "evening_over", False),
    }
    return render(request, "evenings/table_door.html", shown, status=status)


@never_cache
@form_page
def table_code(request: HttpRequest, code: str) -> HttpResponse:
    """Looking changes nothing, because phones fetch addresses to show what is behind them."""
    try:
        table = table_tried(code, address(request))
    except Fault as fault:
        form = CodeForm({"code": code[:20]})
        pages.tell(form, fault)
        return _door(request, form, fault.status)
    match, running = match_in_play_at(table), running_game_at(table)
    if request.method != "POST":
        shown = {
            "table": table,
            "match": match,
            "running": running,
            "holders": _holders(table) if running else [],
            "back": _back(request),
            "key": pages.new_key(),
        }
        return render(request, "evenings/table_code.html", shown)
    holder = whole_number(request.POST.get("player", ""))
    opened = pages.write(
        request,
        lambda: phone_open(code=table.code, player_id=holder)[0].pk,
        who=f"code:{table.pk}",
    )
    request.session.cycle_key()
    request.session[SESSION_KEY] = opened.body
    if back := _back(request):
        return redirect(back)
    if running is not None:
        return redirect(running.address)
    if match is not None:
        return redirect("pad", slug=table.evening.club.slug, pk=match.pk)
    return redirect("table_wait", table.evening.club.slug, table.evening_id, table.pk)


def _holders(table: Table) -> list[Player]:
    """Who may hold a phone where more than two are in it: everybody who is here."""
    here = table.evening.attendances.filter(left_at=None).select_related("player")
    return sorted((one.player for one in here), key=lambda player: player.sort_name)


def _back(request: HttpRequest) -> str:
    """Where the phone was when its code ended: a page of a club here, or nowhere."""
    asked = request.POST.get("back", "") or request.GET.get("back", "")
    safe = url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if safe and BACK.fullmatch(asked) and ".." not in asked else ""


def _with_back(path: str, request: HttpRequest) -> str:
    back = _back(request)
    return f"{path}?{urlencode({'back': back})}" if back else path


@require_POST
def table_leave(request: HttpRequest) -> HttpResponse:
    """The browser forgets the table; who signed in stays so."""
    request.session.pop(SESSION_KEY, None)
    request.session.cycle_key()
    return redirect("table_door")


def _table(request: HttpRequest, slug: str, pk: int, table: int) -> tuple[Table, Person]:
    """Raises: Absent when the address names another club or evening."""
    found = Table.objects.select_related("evening__club").filter(pk=table, evening=pk).first()
    if found is None or found.evening.club.slug != slug:
        raise Absent
    return found, person_of(actor_of(request), found.evening.club_id)


def _waiting(request: HttpRequest, slug: str, pk: int, table: int) -> tuple[Table, Person]:
    found, person = _table(request, slug, pk, table)
    require(person, Act.SEE_EVENING if person.table_id == found.pk else Act.SEE_CLUB)
    return found, person


@identified
@safe_page
def table_wait(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    """Follows the evening, and leads on when a match begins at the table."""
    found, person = _waiting(request, slug, pk, table)
    match, running = match_in_play_at(found), running_game_at(found)
    if running is not None:
        return redirect(running.address)
    if match is not None:
        return redirect("pad", slug=slug, pk=match.pk)
    return render(request, "evenings/table_wait.html", _wait(found, person))


@identified
@safe_page
def table_wait_now(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    found, person = _waiting(request, slug, pk, table)
    match, running = match_in_play_at(found), running_game_at(found)
    if running is not None:
        return HttpResponseClientRedirect(running.address)
    if match is not None:
        return HttpResponseClientRedirect(reverse("pad", args=(slug, match.pk)))
    same = unchanged(request, f"evening:{pk}", found.evening.version)
    return same or render(request, "evenings/table_wait_body.html", _wait(found, person))


def _wait(table: Table, person: Person) -> dict[str, object]:
    evening = table.evening
    more = {
        "table": table,
        "evening": evening,
        "ticket": ticket(f"evening:{evening.pk}"),
        "last": table.matches.filter(annulled_at=None)
        .select_related("player_a", "player_b")
        .order_by("-pk")
        .first(),
    }
    return context(evening.club, person, **more)


@identified
@safe_page
def table_card(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    """To be printed, or held up to be read by a phone."""
    found, person = _table(request, slug, pk, table)
    require(person, Act.RUN_EVENING)
    where = code_address(found)
    shown = {
        "table": found,
        "evening": found.evening,
        "door": where.removesuffix(f"{found.code}/").partition("://")[2],
        "drawn": qr.svg(where, label=str(_("The table’s address as a QR code")), scale=8),
    }
    return club_page(request, "evenings/table_card.html", found.evening.club, person, **shown)
