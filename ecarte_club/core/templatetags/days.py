"""Fields of a day in forms that are written in templates."""

from datetime import date
from typing import Any

from django import template

from ecarte_club.core.days import calendar_label, day_text, is_mistyped_day, not_a_day

register = template.Library()


@register.inclusion_tag("forms/day.html", takes_context=True)
def day_field(
    context: template.Context, name: str, label: str, day: date | None = None
) -> dict[str, Any]:
    """`day`: what it shows, unless the address has something that is no day: that stays, with
    what is wrong."""
    typed = context["request"].GET.get(name, "").strip()
    is_wrong = is_mistyped_day(typed)
    return {
        "name": name,
        "id": name.replace("_", "-"),
        "label": label,
        "value": typed if is_wrong else day_text(day) if day else "",
        "placeholder": day_text(date(2026, 12, 24)),
        "calendar_label": calendar_label(),
        "error": not_a_day() if is_wrong else "",
    }
