"""The page of printed hints, and the file behind it."""

from itertools import count, islice
from math import hypot
from random import Random

import pytest
from django.test import Client

from games.adviser.labels import gain_text, verdict_text
from games.adviser.selectors.hints import (
    Figure,
    MeasuredHint,
    Part,
    Verdict,
    measured_hints,
    printed_counts,
)
from games.engine.cards import PACK, suit
from games.engine.codes import CODES
from games.engine.robots.confirming import confirmation, hands_of
from games.engine.robots.hints import HINTS, STANDS, Suits
from games.engine.terms import Score
from games.matches.labels.advice import HINTS as TEXTS
from games.matches.selectors.robots import robot_tables
from tests.site.pages import page, tight
from tests.support.clubhouse import Api, read

pytestmark = pytest.mark.any_database
MINUS = "\N{MINUS SIGN}"


def test_every_hint_is_on_the_page_once_and_as_it_is_printed() -> None:
    assert sorted(one.hint.id for one in measured_hints()) == sorted(hint.id for hint in HINTS)
    assert {hint.id: hint.text for hint in HINTS} == {key: str(TEXTS[key]) for key in TEXTS}


def test_a_verdict_takes_two_standard_errors() -> None:
    rows = [(0.05, 0.02, "right"), (0.03, 0.02, "even"), (-0.05, 0.02, "wrong"), (0.0, 0.0, "even")]
    figures = tuple(Figure(Score(n, 0), 60, gain, error) for n, (gain, error, _) in enumerate(rows))
    assert [figure.verdict for figure in figures] == [Verdict(row[2]) for row in rows]
    measured = MeasuredHint(STANDS[0], Part.STAND, figures, None)
    assert verdict_text(measured).replace("\N{WORD JOINER}", "") == (
        "Right at 0–0. Wrong at 2–0. It hardly matters at 1–0 and 3–0."
    )
    assert [gain_text(figure) for figure in figures[:3:2]] == ["+5.0 ± 2.0", f"{MINUS}5.0 ± 2.0"]


@pytest.mark.slow
def test_the_figures_are_of_these_robots() -> None:
    """Three queens without a trump at nothing all, counted again; `manage.py ecarte hints --json`
    makes the file."""
    hint = next(hint for hint in STANDS if hint.id == "4")
    stored = next(one for one in measured_hints() if one.hint is hint).figures[0]
    random, pack = Random(7), list(PACK)
    packs = (tuple(random.sample(pack, 32)) for _ in count())
    hands = list(islice(hands_of(hint, packs), 30))
    again = confirmation(CODES["london"], hint, hands, stored.score, robot_tables())
    assert abs(again.gain - stored.gain) < 4 * hypot(again.error, stored.error)


def test_each_example_is_a_hand_that_its_hint_is_about() -> None:
    for one in measured_hints():
        if one.example is None:
            assert one.part is Part.PLAY or one.hint.id in ("king", "as_standing")
            continue
        assert one.hint.about(Suits(one.example.cards, suit(one.example.turned)))
        assert one.example.hands == 65_780
        if not one.is_dealers:
            # Nothing is said yet, so every hand of the dealer is as likely as any.
            assert one.example.point == pytest.approx(one.example.wins / 65_780, abs=1e-4)
    # Marking the king changes nothing there: whoever wins the point wins the game.
    assert {one.hint.id for one in measured_hints() if not one.figures} <= {"silent"}


def test_our_counts_are_those_that_foster_prints() -> None:
    assert [one.count for one in printed_counts()] == [one.printed for one in printed_counts()]
    assert {one.hands for one in printed_counts()} == {65_780}


@pytest.mark.slow
def test_the_page_and_the_api_say_the_same(db: None) -> None:
    found = read(Api().get("hints"))
    text = tight(page(Client().get("/hints/")))
    assert len(found["hints"]) == len(HINTS)
    for hint in found["hints"]:
        assert hint["text"] == hint["printed"]
        assert f'id="hint-{hint["id"]}"' in text
        assert hint["verdict"] in text
    tierce = next(hint for hint in found["hints"] if hint["id"] == "3a")
    assert "one trump, which contain also king, queen, knave" in tierce["text"]
    assert tierce["example"]["turned"] not in tierce["example"]["cards"]
    assert "Printed and counted: 46,039 of 65,780 (70.0 in a hundred)." in text
    french = Client(headers={"Accept-Language": "fr"}).get("/hints/").content.decode()
    assert 'href="/static/svg/faces.svg#small-' in french
    assert 'href="/hints/"' in page(Client().get("/laws/"))
