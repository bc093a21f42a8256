from django import template

register = template.Library()


@register.filter
def signed(value: int) -> str:
    """+3, −3, 0: with a true minus sign, so that figures align."""
    return f"+{value}" if value > 0 else true_minus(value)


@register.filter
def true_minus(value: int) -> str:
    """3, −3: the same sign, and no plus."""
    return str(value).replace("-", "−")
