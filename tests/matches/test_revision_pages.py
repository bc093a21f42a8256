"""Everything went wrong at the table: a director puts it right on pages alone."""

import re
from typing import Any

import pytest

from games.matches.models import Match
from games.matches.selectors.reading import read
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from tests.site.pages import Browser, chosen, goes, page, tight
from tests.support.clubhouse import House
from tests.support.contests import opened
from tests.support.nights import evening, game, hand, played, sign_off

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

TERMS = MatchTerms(format="games", games=3)
# The tricks of the first player that give this after an exchange.
TRICKS = {"A2": 5, "A1": 3, "B1": 2, "B2": 0}


def entered(house: House, hands: str, season: Season | None = None) -> Match:
    plays = [hand(TRICKS[made]) for made in hands.split()]
    return played(house, evening(house), "ann", "bob", plays, season=season, terms=TERMS)


def facts(made: str, dealer: str = "a") -> dict[str, str]:
    tricks = f"{TRICKS[made]}-{5 - TRICKS[made]}"
    return {"dealer": dealer, "king": "nobody", "opening": "exchanged", "tricks": tricks}


class Director:
    """At the page that does `what` at an entry."""

    def __init__(self, house: House, match: Match, what: str) -> None:
        self.browser, self.match = Browser(house, "director"), match
        self.path = f"matches/{match.pk}/entries/{what}/"

    def previews(self, **sent: str) -> str:
        return self._answers(200, sent)

    def is_refused(self, **sent: str) -> str:
        return self._answers(422, sent)

    def _answers(self, status: int, sent: dict[str, str]) -> str:
        hidden = self.browser.hidden(self.path)
        answer = self.browser.post(self.path, {**hidden, "reason": "Wrong.", **sent})
        return tight(page(answer, status))

    def saves(self, **sent: str) -> None:
        """As the form of the preview sends it."""
        seen = self.previews(**sent)
        later = chosen(seen).get("later") or re.findall(r'name="later" value="(\w+)"', seen)[0]
        hidden = {**self.browser.hidden(self.path), "previewed": later, "later": later}
        answer = self.browser.post(self.path, {"reason": "Wrong.", **hidden, **sent, "do": "yes"})
        assert goes(answer).endswith(f"/matches/{self.match.pk}/")
        self.match.refresh_from_db()


def games(match: Match) -> list[tuple[int, int]]:
    match.refresh_from_db()
    return [(one.score.a, one.score.b) for one in read(match).state.games]


def offered(text: str) -> list[str]:
    return re.findall(r'type="radio" name="later" value="(\w+)"', text)


def test_a_hand_forgotten_in_game_1_when_game_2_is_half_played(house: House) -> None:
    """Ann had won game 1 by a vole, 5-1: what is entered after hand 3 was game 2, now at 2-4."""
    match = entered(house, "A2 A1 B1 A1 B2 A1 B2")
    director = Director(house, match, "3/insert-after")
    seen = director.previews(**facts("A2"))
    assert offered(seen) == ["move", "remove", "surplus"]
    assert chosen(seen)["later"] == "move"
    assert "Games 1–0, and 2–4 in the game in play. 3 entries move to another game." in seen
    assert "Games 1–0, and 0–2 in the game in play. 3 entries are removed." in seen
    assert seen.count("Until now in game 1.") == 3
    assert "Inserted by Director" in seen
    # The whole match as it would be.
    assert "Won by Ann, 5–1" in seen
    assert re.search(r"Game 1: points</th><td class=\"num\">5–3</td><td[^>]*>5–1<", seen)
    assert games(match) == [(5, 3), (0, 2)]
    director.saves(**facts("A2"))
    assert games(match) == [(5, 1), (2, 4)]
    shown = tight(page(director.browser.get(f"matches/{match.pk}/")))
    assert "Inserted: Ann dealt; they exchanged. Tricks 5–0. (Wrong.)" in shown
    assert "Entries 4, 5 and 6 moved to another game." in shown


def test_another_choice_is_previewed_before_it_is_saved(house: House) -> None:
    match = entered(house, "A2 A1 B1 A1 B2 A1 B2")
    director = Director(house, match, "3/insert-after")
    sent = {**facts("A2"), "later": "remove", "previewed": "move", "do": "yes"}
    seen = director.previews(**sent)
    assert chosen(seen)["later"] == "remove"
    removed = re.search(r"Removed together with this change(.*?)</ul>", seen)
    assert removed
    assert re.findall(r"<li>(.*?)</li>", removed[1]) == [
        "Hand 4 of game 1",
        "Hand 5 of game 1",
        "Hand 6 of game 1",
    ]
    assert match.entries.count() == 7
    director.saves(**facts("A2"), later="remove")
    assert games(match) == [(5, 1), (0, 2)]
    shown = tight(page(director.browser.get(f"matches/{match.pk}/")))
    assert "Entries 4, 5 and 6 removed." in shown
    # What is removed is struck through, and can no longer be corrected.
    assert re.search(r"<s>Bob dealt; they exchanged. Tricks 3–2.</s>", shown)
    assert f"/matches/{match.pk}/entries/4/correct/" not in shown


def test_a_hand_entered_twice_is_removed_and_the_standings_follow(house: House) -> None:
    """Bob had won both games, 5-4 and 5-1; without it Ann has the first, 5-3, and it is a draw."""
    season = house.season(terms=MatchTerms(format="games", games=2))
    match = entered(house, "A2 B2 B2 A2 B1 A1 B2 B2 B1", season)
    assert games(match) == [(4, 5), (1, 5)]
    assert match.winner == "b"
    director = Director(house, match, "3/remove")
    director.saves()
    assert games(match) == [(5, 3), (0, 5)]
    assert (match.over, match.winner) == (True, "")
    points = Standing.objects.filter(season=season).values_list("player__name", "points")
    assert dict(points) == {"Ann": 1, "Bob": 1}
    assert recount(season) == []


def test_a_game_ending_hand_wrong_two_games_ago(house: House) -> None:
    match = entered(house, "A2 A2 A1 B2 B2 B1 A2 A1")
    director = Director(house, match, "3/correct")
    seen = director.previews(**facts("B1"))
    assert offered(seen) == ["move", "remove"]
    # The third way is impossible: the page names the hand, and leads to it.
    assert "Not possible: Leave the later hands in their games" in seen
    assert "In the way: Hand 1 of game 2." in seen
    for way in ("correct", "remove"):
        assert f'href="/clubs/cercle/matches/{match.pk}/entries/4/{way}/"' in seen
    director.saves(**facts("B1"))
    assert games(match) == [(4, 5), (3, 1)]


def test_only_where_it_makes_a_difference_is_it_asked(house: House) -> None:
    match = entered(house, "A2 B1 A1")
    seen = Director(house, match, "2/correct").previews(**facts("B2"))
    assert offered(seen) == []
    director = Director(house, match, "2/correct")
    director.saves(**facts("B2"))
    assert games(match) == [(3, 2)]


def test_what_ended_the_match_is_named_where_nothing_can_follow(house: House) -> None:
    match = entered(house, "A2 A2 A1 A2 A2 A1 A2 A2 A1")
    seen = Director(house, match, "9/insert-after").is_refused(**facts("B1"))
    assert "The hand was not inserted." in seen
    assert "Entry 9 is in the way. This match is over." in seen
    assert "Correct: Hand 3 of game 3" in seen
    # Nothing of what was typed is lost.
    assert chosen(seen) == {key: facts("B1")[key] for key in facts("B1")}
    assert "Wrong." in seen


def test_a_game_is_inserted_by_its_score(house: House) -> None:
    match = entered(house, "A2 A2 A1 B1")
    director = Director(house, match, "4/insert-before")
    form = page(director.browser.get(director.path))
    assert "?kind=game" in form
    assert 'name="game"' not in form
    by_score = page(director.browser.get(f"{director.path}?kind=game"))
    assert 'name="game"' in by_score
    director.saves(kind="game", game="2-5")
    assert games(match) == [(5, 0), (2, 5), (0, 1)]
    # In the middle of a game there is no place for one.
    assert "?kind=game" not in page(
        Director(house, match, "2/insert-before").browser.get(
            f"matches/{match.pk}/entries/2/insert-before/"
        )
    )


def test_a_game_by_its_score_is_offered_first_beside_one(house: House) -> None:
    match = played(house, evening(house), "ann", "bob", [game(5, 1)], terms=TERMS)
    director = Director(house, match, "1/insert-before")
    assert 'name="game"' in page(director.browser.get(director.path))
    director.saves(game="4-5", kind="game")
    assert games(match) == [(4, 5), (5, 1)]


def test_undone_on_pages_back_to_the_first_entry(house: House) -> None:
    """A revision goes back as one, also when its games were confirmed or more was entered."""
    match = entered(house, "A2 A1 B1 A1 B2 A1 B2")
    Director(house, match, "3/insert-after").saves(**facts("A2"))
    play_record(by=house.person("scorer"), match=match, what=hand(5), version=match.version)
    browser, path = Browser(house, "director"), f"matches/{match.pk}/undo/"
    assert "Undo entry 9" in page(browser.get(path))
    for expected in ([(5, 1), (2, 4)], [(5, 3), (0, 2)], [(5, 3)], [(4, 3)]):
        assert goes(browser.post(path, browser.hidden(path))).endswith(f"/{match.pk}/")
        assert games(match) == expected
    for _entry in range(5):
        browser.post(path, browser.hidden(path))
    assert games(match) == []
    # Nothing is left to undo.
    assert goes(browser.get(path)).endswith(f"/{match.pk}/")


def test_the_pad_offers_no_undo_of_a_revision_to_players(house: House) -> None:
    match = entered(house, "A2 A1")
    undo = re.compile(r'id="undo-button"[^>]*disabled')
    assert not undo.search(page(Browser(house, "ann").get(f"matches/{match.pk}/pad/")))
    Director(house, match, "1/insert-before").saves(**facts("B1"))
    assert undo.search(page(Browser(house, "ann").get(f"matches/{match.pk}/pad/")))
    assert not undo.search(page(Browser(house, "director").get(f"matches/{match.pk}/pad/")))


def test_undone_after_the_sign_off_with_a_reason(house: House) -> None:
    night = evening(house)
    one_game = MatchTerms(format="one_game", games=1)
    match = played(house, night, "ann", "bob", [hand(5)] * 3, terms=one_game)
    sign_off(house, night)
    browser, path = Browser(house, "director"), f"matches/{match.pk}/undo/"
    text = page(browser.get(path))
    assert 'name="reason"' in text
    refused = page(browser.post(path, browser.hidden(path)), 422)
    assert "The entry was not undone." in refused
    browser.post(path, {**browser.hidden(path), "reason": "Never played."})
    assert games(match) == [(4, 0)]


def test_a_member_is_offered_none_of_it(house: House) -> None:
    match = entered(house, "A2 A1")
    ann = Browser(house, "ann")
    text = page(ann.get(f"matches/{match.pk}/"))
    assert "Insert or remove" not in text
    assert "Undo the latest entry" not in text
    for path in ("entries/1/remove/", "entries/1/insert-after/", "undo/"):
        assert ann.get(f"matches/{match.pk}/{path}").status_code == 403


def test_a_result_on_which_a_later_game_rests_leads_to_its_table(house: House) -> None:
    """At the cul-levé the next game is dealt: the winner is corrected there."""
    agreed = {"stake": 2, "loser_inscribes": True}
    club = opened(house, "cul_leve", "ann", "bob", "cyd", agreed=agreed)
    match = club.game("ann")
    club.deals()
    director = Director(house, match, "1/remove")
    seen = director.is_refused()
    assert "A later game depends on this result." in seen
    assert f'href="/clubs/cercle/contests/{club.contest.pk}/"' in seen


def test_a_stale_page_says_so_and_saves_nothing(house: House) -> None:
    match = entered(house, "A2 A1")
    director = Director(house, match, "1/remove")
    sent: dict[str, Any] = {**director.browser.hidden(director.path), "reason": "Twice."}
    play_record(by=house.person("scorer"), match=match, what=hand(5), version=match.version)
    text = page(director.browser.post(director.path, {**sent, "do": "yes"}), 409)
    assert "The entries have changed since you opened this page." in text
    assert match.entries.count() == 3
