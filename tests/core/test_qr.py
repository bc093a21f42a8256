"""QR codes: read back module by module, against what another encoder draws of the same text."""

import re

import pytest
import segno

from ecarte_club.core import qr

TEXT = "https://cercle.example/t/ABC234/"


def _drawn(svg: str) -> set[tuple[int, int]]:
    """The dark modules that the SVG's path strokes, by column and row."""
    found = set()
    x, y = 0.0, 0.0
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert path
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        given = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if step == "M":
            x, y = given
        elif step == "m":
            x, y = x + given[0], y + given[1]
        else:
            found |= {(int(x) + step, int(y)) for step in range(int(given[0]))}
            x += given[0]
    return found


def test_what_is_drawn_is_the_code_of_the_text() -> None:
    matrix = segno.make_qr(TEXT, error="q").matrix
    dark = {
        (x + qr.BORDER, y + qr.BORDER)
        for y, row in enumerate(matrix)
        for x, module in enumerate(row)
        if module & 1
    }
    assert _drawn(qr.svg(TEXT)) == dark


@pytest.mark.parametrize("label", ["", "Table <3> & co"])
def test_it_stands_within_a_strict_page(label: str) -> None:
    drawn = qr.svg(TEXT, label=label)
    assert "style" not in drawn
    assert "data:" not in drawn
    assert "http" not in drawn
    assert drawn.startswith("<svg ")


def test_a_label_is_said_and_none_is_hidden() -> None:
    assert "<title>Table &lt;3&gt; &amp; co</title>" in qr.svg(TEXT, label="Table <3> & co")
    assert 'role="img"' in qr.svg(TEXT, label="x")
    assert 'aria-hidden="true"' in qr.svg(TEXT)


def test_it_may_be_drawn_at_any_size() -> None:
    """A side of four modules more at each end, as many pixels a module as asked for."""
    modules = len(segno.make_qr(TEXT, error="q").matrix) + 2 * qr.BORDER
    drawn = qr.svg(TEXT, scale=5)
    assert f'width="{5 * modules}" height="{5 * modules}"' in drawn
    assert f'viewBox="0 0 {modules} {modules}"' in drawn
