"""What pages with forms have in common: one key for each form, and faults shown beside it."""

import uuid
from collections.abc import Callable, Iterable
from typing import Any, cast

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from .exceptions import Absent, Denied, Fault, Invalid, KeyReused
from .idempotency import Answer, actor_key, fingerprint, once
from .parsing import whole_number

# A password leaves no trace, not even in a fingerprint; `have` is the version of a list that is on
# the screen.
NOT_CONTENT = {"csrfmiddlewaretoken", "key", "password", "have"}


def new_key() -> str:
    return uuid.uuid4().hex


def is_fragment(request: HttpRequest) -> bool:
    """Whether a script asks, which puts a part of a page in its place."""
    return bool(getattr(request, "htmx", False))


def write(
    request: HttpRequest,
    act: Callable[[], object],
    *,
    who: str = "",
    key: str = "",
    content: object = None,
) -> Answer:
    """`act` once for the form's key, however often the form is sent. Of a row its id is kept.

    `who`: whom the key is of, where the act itself makes somebody else of the sender. `key`: of
    the button, where a form has many. `content`: what makes two writes the same one, where that is
    not all that the form says at its address.
    """
    sent = {name: request.POST.getlist(name) for name in request.POST if name not in NOT_CONTENT}
    try:
        return once(
            who=who or actor_key(request),
            key=key or request.POST.get("key", ""),
            content=fingerprint(request.path, sent) if content is None else fingerprint(content),
            act=lambda: Answer(200, getattr(done := act(), "pk", done)),
        )
    except KeyReused as reused:
        text = _(
            "This form has already been sent and has taken effect. Check the "
            "result; if something is missing, send it again."
        )
        raise Invalid(reused.code, text) from reused


def posted_version(request: HttpRequest) -> int:
    """The version that a form was made on; 0, which is stale, for none."""
    return whole_number(request.POST.get("version", "")) or 0


def written_or_fault(
    request: HttpRequest, act: Callable[[], object], *, content: object = None
) -> Fault | None:
    """`write`, or the fault for the page to show. Raises: Absent, Denied."""
    try:
        write(request, act, content=content)
    except (Absent, Denied):
        raise
    except Fault as fault:
        return fault
    return None


def submitted(request: HttpRequest, form: forms.Form, act: Callable[[], object]) -> Answer | None:
    """What `act` answers when a valid form is sent. None: none was, or its fault is now shown in
    the form."""
    if request.method != "POST" or not form.is_valid():
        return None
    try:
        return write(request, act)
    except Fault as fault:
        tell(form, fault)
        return None


def submitted_or_previewed(
    request: HttpRequest,
    form: forms.Form,
    act: Callable[[], object],
    preview: Callable[[], Any],
    *,
    button: str,
) -> tuple[Answer | None, Any]:
    """The value of `act` in the form, `button`, does it as `submitted`; any other only previews."""
    if request.POST.get("act") == button:
        return submitted(request, form, act), None
    if request.method == "POST" and form.is_valid():
        try:
            return None, preview()
        except Fault as fault:
            tell(form, fault)
    return None, None


def version(request: HttpRequest) -> int:
    """That the form was made on; 0, which nothing has, where none was sent."""
    return whole_number(request.POST.get("version", "")) or 0


def tell(form: forms.Form, fault: Fault) -> None:
    """Put a fault beside the fields it names, or above the form.

    A form whose fields are called otherwise than the fault's says how: `field_of`.
    """
    if isinstance(form, Form):
        form.fault = fault
    field_of = getattr(form, "field_of", str)
    errors = {field_of(name): text for name, text in fault.errors.items()}
    named = {name: text for name, text in errors.items() if name in form.fields}
    for name, text in named.items():
        form.add_error(name, str(text))
    if not named:
        form.add_error(None, str(fault.detail))


def choose_again(form: forms.Form, **fields: str | None) -> None:
    """What these fields hold when the form is shown again; None: a box that is not ticked."""
    data = cast(QueryDict, form.data).copy()
    for name, value in fields.items():
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value
    form.data = data


class Form(forms.Form):
    """A form in the site's look: text, numbers and lists carry its class, choices need none.

    `fault`: the one that it shows.
    """

    fault: Fault | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add_classes(self)

    def choose(self, name: str, choices: Iterable[Any]) -> None:
        """What a field offers: pairs of value and label, or groups of them."""
        cast(forms.ChoiceField, self.fields[name]).choices = list(choices)


def add_classes(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        if getattr(field.widget, "input_type", "") not in {"radio", "checkbox"}:
            field.widget.attrs["class"] = "input"
