from collections.abc import Iterable
from typing import Any, cast

from django import forms


class Form(forms.Form):
    """A form in the site's look: text, numbers and lists carry its class, choices need none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dress(self)

    def choose(self, name: str, choices: Iterable[Any]) -> None:
        """What a field offers: pairs of value and label, or groups of them."""
        cast(forms.ChoiceField, self.fields[name]).choices = list(choices)


def dress(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        if getattr(field.widget, "input_type", "") not in {"radio", "checkbox"}:
            field.widget.attrs["class"] = "input"
