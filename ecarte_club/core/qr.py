"""QR codes as SVG that stands within a page, without a style attribute or an address of data."""

import segno
from django.utils.safestring import SafeString, mark_safe

# Quiet zone of four modules, as the standard asks; level Q still reads when a quarter is lost.
BORDER = 4


def svg(text: str, *, label: str = "", scale: int = 4) -> SafeString:
    """`scale`: CSS pixels a module. Ink and paper stay black on white, so that any theme is read.

    `label` is what a screen reader says; without one the picture is hidden from it.
    """
    code = segno.make_qr(text, error="q")
    drawn = code.svg_inline(
        border=BORDER,
        dark="#000",
        light="#fff",
        title=label or None,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    role = 'role="img"' if label else 'aria-hidden="true"'
    side = code.symbol_size(scale=scale, border=BORDER)[0]
    head = f'<svg {role} width="{side}" height="{side}" '
    return mark_safe(drawn.replace("<svg ", head, 1))  # noqa: S308  (drawn here, of squares alone)
