"""The rows that a pad has for when there is no network, made once for all matches of a language."""

from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.engine.seats import Seat
from games.matches.models import Match
from games.matches.selectors import reading
from games.matches.views.match_sheet import short_names
from games.matches.views.pad_form import Chosen, hand_choices
from games.matches.views.pad_words import offline
from tests.site.pages import HAND, HTMX, Browser, chosen
from tests.support.clubhouse import House

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PAIRS = [("Ann", "Bob"), ("A & <b>", "\ue000'"), ("{who}", "%s")]


def made_anew(names: Mapping[Seat, str]) -> list[tuple[str, str]]:
    def rows(dealer: Seat | None) -> str:
        choices: dict[str, Any] = hand_choices(dealer, names, Chosen())
        shown = {"ask_dealer": dealer is None, **choices}
        return render_to_string("matches/hand_rows.html", shown)

    return [(dealer or "", rows(dealer)) for dealer in (*Seat, None)]


def renamed(match: Match, a: str, b: str) -> Match:
    match.player_a.name, match.player_b.name = a, b
    return match


def test_each_match_has_its_own_names_in_each_language(house: House) -> None:
    match = house.match()
    kept = []
    for language in ("en", "fr", "en"):
        with translation.override(language):
            for a, b in PAIRS:
                found = offline(reading.read(renamed(match, a, b)))
                first = {Seat.A: a.split()[0], Seat.B: b.split()[0]}
                assert found["rows"] == made_anew(first)
                assert found["words"]["names"] == {"a": first[Seat.A], "b": first[Seat.B]}
                kept.append(found)
    assert kept[: len(PAIRS)] == kept[-len(PAIRS) :]
    english, french = kept[0]["words"], kept[len(PAIRS)]["words"]
    assert english["nobody"] == "Nobody marks." != french["nobody"]


def test_names_are_no_markup(house: House) -> None:
    found = offline(reading.read(renamed(house.match(), "<i>", "Bob")))
    for _dealer, rows in found["rows"]:
        assert "<i>" not in rows
        assert "<i>" in unescape(rows)


def test_a_pad_on_which_nothing_is_chosen_has_the_same_rows(house: House) -> None:
    """Also after a hand, when the deal passes; and what was chosen is shown as chosen."""
    match, scorer = house.match(), Browser(house, "scorer")
    blank = dict(made_anew(short_names(reading.read(match))))
    here = scorer.get(f"matches/{match.pk}/pad/body/").content.decode()
    assert blank[""] in here
    assert not chosen(here)
    refused = scorer.mark(match, {**scorer.pad(match), **HAND, "king": ""}, **HTMX)
    assert chosen(refused.content.decode())["tricks"] == HAND["tricks"]
    after = scorer.mark(match, {**scorer.pad(match), **HAND}, **HTMX).content.decode()
    other = Seat(HAND["dealer"]).other
    assert blank[other] in after
    assert blank[other.other] not in after
