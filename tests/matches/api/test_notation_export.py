"""A whole match as a text, and the text as the same match."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.match import replay
from games.engine.notation import hand_loads, loads
from games.engine.notation.contests import entries
from games.engine.states import MatchState
from games.matches.models import Match
from games.matches.selectors import matches, reading
from games.matches.selectors.notation import match_notation
from games.matches.services.matches import MatchTerms
from tests.site.pages import Browser
from tests.support.clubhouse import Api, House, read
from tests.support.depth import examples
from tests.support.told_hands import ACE, LOST, VOLE

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

THREE = MatchTerms(format="games", games=3)
FACTS = {"dealer": "a", "opening": "exchanged", "tricks": {"a": 3, "b": 2}}


@pytest.fixture
def api(house: House) -> Api:
    return house.api("scorer")


def text_of(match: Match) -> str:
    return match_notation(reading.read(matches.matches().get(pk=match.pk)))


def again(text: str, state: MatchState) -> MatchState:
    """The match that comes of a text."""
    return replay(state.terms, state.first_dealer, entries(loads(text)))


def state_of(match: Match) -> MatchState:
    return reading.read(matches.matches().get(pk=match.pk)).state


def same(match: Match) -> None:
    """The text comes to the same marks, games and score."""
    state = state_of(match)
    found = again(text_of(match), state)
    assert [line.marks for line in found.lines] == [line.marks for line in state.lines]
    assert (found.games, found.score, found.over) == (state.games, state.score, state.over)


def test_it_is_a_text_that_a_person_can_read(house: House, api: Api) -> None:
    match = house.match()
    api.enter(match.pk, {"notation": VOLE.text})
    answer = api.get(f"matches/{match.pk}/notation")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="match-{match.pk}.txt"'
    text = answer.content.decode()
    head, _blank, games = text.partition("\n\n")
    for line in ('[Code "london"]', '[Format "one_game"]', '[A "Ann"]', '[B "Bob"]'):
        assert line in head.splitlines()
    assert '[Place "Cercle, Paris"]' in head
    assert games.split() == ["game:1", *VOLE.text.split(), "=3-0"]


def test_hands_are_told_by_cards_by_facts_or_by_marks(house: House, api: Api) -> None:
    match = house.match(terms=THREE)
    api.enter(match.pk, {"notation": LOST.text})
    api.enter(
        match.pk,
        {
            "opening": "refused",
            "kings": [{"seat": "b", "how": "turned"}],
            "tricks": {"a": 2, "b": 3},
        },
    )
    api.enter(match.pk, {"marks": [{"seat": "a", "points": 1}]})
    text = text_of(match)
    assert "deal:B mark propose refuse" in " ".join(text.split())
    assert "tricks:2-3" in text
    assert "marks:A1" in text
    same(match)


def test_a_game_by_its_score_and_a_match_by_its_games(house: House, api: Api) -> None:
    match = house.match(terms=THREE)
    api.enter(match.pk, {"score": {"a": 5, "b": 3}}, kind="games")
    api.enter(match.pk, FACTS)
    assert "game:1=5-3" in text_of(match)
    same(match)
    whole = house.match(terms=THREE)
    api.enter(whole.pk, {"games": {"a": 2, "b": 1}}, kind="rubber")
    assert '[GamesWon "2-1"]' in text_of(whole)
    loads(text_of(whole))


def test_an_abandoned_hand_and_a_king_that_ends_the_game(house: House, api: Api) -> None:
    match = house.match(terms=THREE)
    api.enter(
        match.pk,
        {"dealer": "b", "opening": "stood", "abandoned_by": "a", "tricks": {"a": 1, "b": 0}},
    )
    api.enter(match.pk, {"opening": "refused", "tricks": {"a": 2, "b": 3}})
    api.enter(match.pk, {"kings": [{"seat": "b", "how": "turned"}]})
    assert state_of(match).game == 2
    assert "stand ? ? /A abandon:A" in " ".join(text_of(match).split())
    same(match)


def test_a_score_that_was_written_down_moves_with_a_correction(house: House, api: Api) -> None:
    match = house.match(terms=THREE)
    api.enter(match.pk, {**FACTS, "dealer": "b"})
    api.enter(match.pk, {"notation": LOST.text + " =3-0"})
    body = {"hand": {"opening": "stood", "tricks": {"a": 2, "b": 3}}, "reason": "misread"}
    path = f"matches/{match.pk}/entries/1/corrections"
    read(house.api("director").post(path, {**body, "version": 2}), 201)
    assert "=2-2" in text_of(match)
    same(match)


def test_cards_of_a_hand_that_a_correction_has_ended_sooner(house: House, api: Api) -> None:
    """Bob has four now, and his king ends the game: what was played after it is left out."""
    match = house.match(terms=THREE)
    api.enter(match.pk, {**FACTS, "dealer": "a", "tricks": {"a": 2, "b": 3}})
    api.enter(match.pk, {"opening": "exchanged", "tricks": {"a": 2, "b": 3}})
    api.enter(match.pk, {"opening": "exchanged", "tricks": {"a": 2, "b": 3}})
    swapped = VOLE.text.replace("A", "Y").replace("B", "A").replace("Y", "B")
    told = swapped.replace("BS", "AS").replace("BD", "AD")
    assert hand_loads(f'[Code "london"]\n{told}').after
    api.enter(match.pk, {"notation": told})
    same(match)
    body = {"hand": {"opening": "stood", "tricks": {"a": 2, "b": 3}}, "reason": "misread"}
    path = f"matches/{match.pk}/entries/1/corrections"
    read(house.api("director").post(path, {**body, "version": 4}), 201)
    same(match)


def test_an_empty_match_is_its_head(house: House) -> None:
    match = house.match()
    assert "game:" not in text_of(match)
    loads(text_of(match))


def test_a_name_with_quotes_is_kept(house: House, api: Api) -> None:
    player = house.players["ann"]
    player.name = 'Ann "la \\ Reine"'
    player.save()
    match = house.match()
    assert loads(text_of(match)).header("A") == player.name


def test_the_page_of_the_match_leads_to_it(house: House, api: Api) -> None:
    match = house.match()
    api.enter(match.pk, {"notation": ACE.text})
    visitor = Browser(house, "ann")
    assert (
        f"matches/{match.pk}/notation.txt" in visitor.get(f"matches/{match.pk}/").content.decode()
    )
    answer = visitor.get(f"matches/{match.pk}/notation.txt")
    assert answer.content.decode() == text_of(match)


def test_strangers_read_it_with_the_names_that_they_may_know(house: House, api: Api) -> None:
    match = house.match(house.season())
    api.enter(match.pk, FACTS)
    house.club.names_shown = "hidden"
    house.club.save()
    text = Api().get(f"matches/{match.pk}/notation").content.decode()
    assert "Ann" not in text
    assert '[A "' in text


MADE = st.fixed_dictionaries(
    {
        "opening": st.sampled_from(["stood", "refused", "exchanged"]),
        "tricks": st.integers(0, 5).map(lambda a: {"a": a, "b": 5 - a}),
        "kings": st.lists(
            st.fixed_dictionaries({"seat": st.sampled_from("ab"), "how": st.just("held")}),
            max_size=1,
        ),
    }
)


@settings(
    max_examples=examples(15),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(hands=st.lists(MADE, min_size=1, max_size=6))
@pytest.mark.parametrize("code", ["london", "modern"])
def test_whatever_was_entered_comes_back(
    house: House, api: Api, hands: list[Mapping[str, Any]], code: str
) -> None:
    match = house.match(terms=MatchTerms(format="games", games=9, code=code))
    for version, body in enumerate(hands):
        sent = (
            {"dealer": "a", **body, "version": version}
            if not version
            else {**body, "version": version}
        )
        answer = api.post(f"matches/{match.pk}/hands", sent)
        if answer.status_code != 201:
            break
    same(match)
