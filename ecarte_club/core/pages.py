"""What pages that write have in common: one key for each form, and faults said beside it."""

import uuid
from collections.abc import Callable

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from .exceptions import Fault, Invalid, KeyReused
from .idempotency import Answer, actor_key, fingerprint, once

# A password leaves no trace, not even in a fingerprint.
NOT_CONTENT = {"csrfmiddlewaretoken", "key", "password"}


def new_key() -> str:
    return uuid.uuid4().hex


def is_fragment(request: HttpRequest) -> bool:
    """Whether a script asks, which puts a part of a page in its place."""
    return bool(getattr(request, "htmx", False))


def write(request: HttpRequest, act: Callable[[], object], *, who: str = "") -> Answer:
    """`act` once for the form's key, however often the form is sent.

    `who`: whom the key is of, where the act itself makes somebody else of the sender.
    """
    content = {name: request.POST.getlist(name) for name in request.POST if name not in NOT_CONTENT}
    try:
        return once(
            who=who or actor_key(request),
            key=request.POST.get("key", ""),
            content=fingerprint(request.path, content),
            act=lambda: Answer(200, act()),
        )
    except KeyReused as reused:
        text = _(
            "This form has already been sent and has taken effect. Check the "
            "result; if something is missing, send it again."
        )
        raise Invalid(reused.code, text) from reused


def tell(form: forms.Form, fault: Fault) -> None:
    """Put a fault beside the fields it names, or above the form."""
    named = {name: text for name, text in fault.errors.items() if name in form.fields}
    for name, text in named.items():
        form.add_error(name, str(text))
    if not named:
        form.add_error(None, str(fault.detail))
