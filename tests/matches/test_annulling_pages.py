"""Annulling a match by its pages: the director's, the players' and the pad's."""

import pytest

from games.matches.models import Match
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import HAND, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.markup import tight

from .test_annulling_tied import cup_of, first_wins

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

ANNULLED = "Ann against Bob is annulled: this match counts for nothing."


def test_a_director_annuls_and_lets_count_again(house: House) -> None:
    match = house.match(house.season())
    director, ann = Browser(house, "director"), Browser(house, "ann")
    ann.mark(match, {**HAND, **ann.pad(match)})
    here, form = f"matches/{match.pk}/", f"matches/{match.pk}/annul/"
    assert form in page(director.get(here))
    assert form not in page(ann.get(here))
    sent = director.hidden(form)
    assert "Give a reason" in page(director.post(form, {**sent, "reason": ""}), 422)
    told = page(director.post(form, {**sent, "reason": "A trial."}))
    assert "Ann: points" in told
    assert Match.objects.get(pk=match.pk).annulled_at is None
    done = {**sent, "reason": "A trial.", "do": "yes"}
    for _time in range(2):
        assert goes(director.post(form, done)).endswith(here)
    text = page(ann.get(here))
    assert ANNULLED in text
    assert "Annulled by Director" in text
    assert "A trial." in text
    assert "pad/" not in text
    assert "Director" not in page(Browser(house).get(here))
    assert goes(director.get(form)).endswith("annul/back/")
    back = f"{form}back/"
    assert back in page(director.get(here))
    sent = {**director.hidden(back), "reason": "It was none."}
    assert goes(director.post(back, sent)).endswith(here)
    text = page(ann.get(here))
    assert ANNULLED not in text
    assert "Match restored: It was none." in text
    assert goes(director.get(back)).endswith(here)


def test_the_pad_says_so_and_has_no_keys(house: House) -> None:
    match = house.match()
    ann, director = Browser(house, "ann"), Browser(house, "director")
    begun = ann.pad(match)
    form = f"matches/{match.pk}/annul/"
    director.post(form, {**director.hidden(form), "reason": "A trial.", "do": "yes"})
    text = page(ann.get(f"matches/{match.pk}/pad/"))
    assert "was annulled on" in text
    assert 'name="tricks"' not in text
    assert 'id="undo-button" form="undo" disabled' in text
    assert 'id="mark-button" form="hand" disabled' in text
    refused = page(ann.mark(match, {**HAND, **begun}), 409)
    assert "was annulled on" in refused
    asked = ann.get(f"matches/{match.pk}/ruling/")
    assert goes(asked) == ann.address(f"matches/{match.pk}/pad/")


def test_lists_of_matches(house: House) -> None:
    season = house.season()
    match = house.match(season)
    director = Browser(house, "director")
    form, link = f"matches/{match.pk}/annul/", f'/matches/{match.pk}/"'
    lists = ("", "matches/", f"matches/?season={season.pk}", f"players/{match.player_a_id}/")
    for path in lists:
        assert link in page(director.get(path))
    director.post(form, {**director.hidden(form), "reason": "A trial.", "do": "yes"})
    for path in lists:
        assert link not in page(director.get(path))
    assert link in page(director.get("matches/?annulled=yes"))
    assert "annulled=yes" in page(director.get("matches/"))
    assert "annulled=yes" not in page(Browser(house).get("matches/"))


def test_from_a_correction_one_is_led_to_what_is_in_the_way(house: House) -> None:
    cup, _ids = cup_of(house, 4, "knockout")
    semi, _other = [first_wins(house, one) for one in progress_of(cup).of_round(1)]
    final = first_wins(house, progress_of(cup).of_round(2)[0])
    director = Browser(house, "director")
    score = "3-5" if semi.winner == "a" else "5-3"
    path = f"matches/{semi.pk}/entries/1/correct/"
    sent = {**director.hidden(path), "reason": "misread", "game": score}
    for form, more in ((path, sent), (f"matches/{semi.pk}/annul/", sent)):
        text = tight(page(director.post(form, more), 422))
        assert "Blocked by: Final." in text
        assert f'/matches/{final.pk}/">See the match that blocks this</a>' in text
