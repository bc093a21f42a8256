"""The page on which an account chooses its notifications and the devices that get them."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from ecarte_club.clubs.models import User
from ecarte_club.clubs.views.common import form_page, post_page, signed_in
from ecarte_club.core import pages
from ecarte_club.core.exceptions import TooOften
from ecarte_club.core.pages import Form
from ecarte_club.core.throttling import wait, within_rate

from . import selectors
from .encryption import site_key
from .labels import device_name
from .models import KINDS, Kind
from .receivers import DEVICE
from .services.devices import device_add, device_remove, device_test, kinds_choose

TESTS_A_MINUTE = 5
# The first two bring the worker, which shows what comes.
SCRIPTS = ("js/pad/store.js", "js/pad/install.js", "js/notifications.js")


class KindsForm(Form):
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Notify me of"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Sent to the devices below. A notification never shows a name, a score, an amount or a "
            "card."
        ),
    )


@login_required
@never_cache
@form_page
def notifications(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    chosen = [kind for kind, is_on in selectors.wanted_kinds(user).items() if is_on]
    form = KindsForm(request.POST or None, initial={"kinds": chosen})

    def choose() -> None:
        ticked = form.cleaned_data["kinds"]
        kinds_choose(user=user, kinds={kind: kind in ticked for kind in KINDS})

    if request.method == "POST" and pages.submitted(request, form, choose):
        return _done("kinds")
    here, devices = request.session.get(DEVICE), list(selectors.devices_of(user))
    shown = {
        "form": form,
        "chosen": chosen,
        "devices": devices,
        "own_device": here,
        "is_on": any(device.pk == here for device in devices),
        "scripts": SCRIPTS,
        "done": _confirmation(request.GET.get("done", "")),
        "site_key": site_key(),
        "key": pages.new_key(),
        "device_key": pages.new_key(),
    }
    return render(request, "notifications/page.html", shown, status=422 if form.errors else 200)


def _confirmation(what: str) -> str:
    return {
        "kinds": _("Your choices were saved."),
        "on": _("This device now gets your notifications."),
        "removed": _("The device was removed. It gets no more notifications."),
        "test": _("A test is on its way. It should appear within a minute."),
    }.get(what, "")


def _done(what: str) -> HttpResponse:
    return redirect(f"{reverse('notifications')}?done={what}")


@login_required
@post_page
def device_on(request: HttpRequest) -> HttpResponse:
    """Of the browser that sends it, with what its script has filled in."""
    user = signed_in(request)
    fields = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    name = device_name(request.headers.get("User-Agent", ""))
    answer = pages.write(request, lambda: device_add(user=user, name=name, **fields))
    request.session[DEVICE] = answer.body
    return _done("on")


@login_required
@post_page
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    pages.write(request, lambda: device_remove(user=signed_in(request), device_id=pk))
    if request.session.get(DEVICE) == pk:
        del request.session[DEVICE]
    return _done("removed")


@login_required
@post_page
def test(request: HttpRequest, pk: int) -> HttpResponse:
    user = signed_in(request)

    def act() -> None:
        test_limit(user)
        device_test(user=user, device_id=pk)

    pages.write(request, act)
    return _done("test")


def test_limit(user: User) -> None:
    """Raises: TooOften."""
    if not within_rate(f"notification-tests:{user.pk}", TESTS_A_MINUTE):
        raise TooOften(_("Wait a minute, then try again."), wait=wait())
