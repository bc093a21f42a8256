from typing import Any

from django import forms


class Form(forms.Form):
    """A form in the site's look: text, numbers and lists carry its class, choices need none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dress(self)


def dress(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        if getattr(field.widget, "input_type", "") not in {"radio", "checkbox"}:
            field.widget.attrs["class"] = "input"
