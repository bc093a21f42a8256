"""Pages of practice as somebody without an account goes through them."""

import re
from datetime import date, timedelta
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.test import Client

from ecarte_club.core.models import IdempotencyRecord
from games.engine.hand.state import Action
from games.matches.selectors.robots import robot_tables
from games.practice.models import ProblemChoice
from games.practice.rules.hands import Decision
from games.practice.rules.problems import Problem, problem_of
from games.practice.selectors.addresses import sent_text
from games.practice.selectors.problems import problem_on
from games.practice.tasks import prepare_problem
from tests.site.pages import page, tight
from tests.support.clubhouse import Api, House, problem, read

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
HANDS_MOST = 12
DAY = date(2026, 11, 20)
ACTIONS_MOST = 400


@cache
def _found(day: date) -> Problem:
    return problem_of(day, robot_tables())


@pytest.fixture(autouse=True)
def _found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The problem of a day: each test would look for it anew."""
    where = "games.practice.selectors.problems.problem_of"
    monkeypatch.setattr(where, lambda day, _tables: _found(day))


def field(text: str, name: str) -> list[str]:
    found = re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', text)
    return [unescape(one) for one in found]


def first_choice(text: str) -> list[tuple[str, str]]:
    """What somebody would tap who takes the first thing that there is."""
    if 'name="discard"' in text:
        card = re.search(r'name="throw" value="(\w\w)"', text)
        assert card
        return [("throw", card[1]), ("discard", "1")]
    words = re.findall(r'<button class="button[^"]*" name="did"\s+value="(\w+)"', text)
    cards = re.findall(r'<button class="practice-card" name="did" value="(\w\w)"', text)
    return [("did", (words or cards)[0])]


def hand_on(text: str) -> list[str]:
    """Every card that the page shows, by its name."""
    found = re.findall(r'role="img" aria-label="([a-z]+ of [a-z]+)"', text)
    assert len(found) >= 6, "five cards and the turn-up"
    return found


def go_on(guest: Client, address: str, text: str) -> tuple[str, str]:
    names = ("level", "game", "hand", "score", "did")
    fields = [(name, value) for name in names for value in field(text, name)]
    sent: dict[str, list[str]] = {}
    for name, value in [*fields, *first_choice(text)]:
        sent.setdefault(name, []).append(value)
    answer = guest.get(address, sent)
    return answer.request["QUERY_STRING"], page(answer)


def test_a_newcomer_plays_a_game_two_clicks_from_the_first_page() -> None:
    guest = Client()
    home = page(guest.get("/", follow=True))
    assert 'href="/learn/"' in home
    learn = page(guest.get("/learn/"))
    (first, *_more) = re.findall(r'href="(/learn/play/\?level=\w+)"', learn)
    text = page(guest.get(first, follow=True))
    hands, advice = 1, 0
    for _action in range(ACTIONS_MOST):
        if link := re.search(r'class="button" rel="nofollow" href="(\?[^"#]+)#table"', text):
            hands += 1
            text = page(guest.get(f"/learn/play/{unescape(link[1])}"))
        elif "has won the game." in text or "You have won the game." in text:
            break
        else:
            if not advice and (ask := re.search(r'href="(\?[^"#]+advice=1)#table"', text)):
                advice += "in a hundred" in page(guest.get(f"/learn/play/{unescape(ask[1])}"))
            _query, text = go_on(guest, "/learn/play/", text)
            assert "That cannot be done now." not in text
    assert 2 <= hands <= HANDS_MOST
    assert advice == 1
    assert "Play another game" in text
    assert not IdempotencyRecord.objects.exists()


def test_no_address_tells_the_cards_and_a_wrong_one_leads_nowhere() -> None:
    guest = Client()
    begun = guest.get("/learn/play/?level=strong")["Location"]
    level, key = re.findall(r"level=(\w+)&game=(\w+)", begun)[0]
    other = begun.replace(key, key[::-1])
    hands = [hand_on(page(guest.get(one))) for one in (begun, begun, other)]
    assert level == "strong"
    assert hands[0] == hands[1] != hands[2]
    for wrong in (
        "level=grand",
        "level=club&game=a&score=5-0",
        "level=club&game=a&hand=0",
        "level=club&game=%3C",
    ):
        assert guest.get(f"/learn/play/?{wrong}").status_code == 404, wrong
    said = page(guest.get(f"{begun}&did=KHKH&did=accept_if_enough"))
    assert 'id="table"' in said


@pytest.mark.slow
def test_a_lesson_with_the_advisers_word_after_each_decision() -> None:
    guest, where = Client(), "/learn/lessons/guarded/"
    text = tight(page(guest.get(where)))
    assert "guarded in three suits" in text
    assert "Encyclopædia Britannica, 1911" in text
    assert "practice-word" not in text, "no word before a decision"
    wrong = tight(page(guest.get(where, {"did": "accept"})))
    assert re.search(r"Accept: it gives away \d\.\d games in a hundred\.", wrong)
    assert "Best: Refuse" in wrong
    right = page(guest.get(where, {"did": "refuse"}))
    assert "Refuse: as good as can be." in tight(right)
    assert "The printed hints say the same." in right
    for _action in range(6):
        if "Next lesson" in right:
            break
        _query, right = go_on(guest, where, right)
    assert "Next lesson" in right
    assert "in this hand" in right
    assert guest.get("/learn/lessons/no-such/").status_code == 404


def test_todays_problem_is_answered_once_something_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: DAY)
    guest = Client()
    prepare_problem()
    monkeypatch.setattr("games.practice.selectors.problems.problem_of", never)
    found = problem_on(DAY)
    text = page(guest.get("/learn/problem/"))
    assert "Games won in a hundred" not in text
    second = found.advice.options[1]
    answer = tight(page(guest.get("/learn/problem/", choice_of(second.action))))
    assert "Games won in a hundred" in answer
    assert "Your choice" in answer
    assert f"it gives away {Decision(second, found.advice).cost * 100:.1f} games" in answer
    assert f"/learn/problem/{DAY - timedelta(days=1)}/" in text
    for day in ("2026-11-21", "2026-10-31", "2026-13-40"):
        assert guest.get(f"/learn/problem/{day}/").status_code == 404


def chosen(client: Client, action: Action) -> str:
    """As the form of the page sends it; the page that it leads to."""
    where = "/learn/problem/2026-11-20/"
    text = page(client.get(where))
    assert f'method="post" action="{where}choice/"' in text
    assert "Players" not in text, "nothing before an answer"
    (key,) = field(text, "key")
    sent = {"key": key, **choice_of(action)}
    answers = [client.post(f"{where}choice/", sent) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    return tight(page(client.get(answers[-1]["Location"])))


@pytest.mark.slow
def test_how_many_players_chose_what_in_the_problem(house: House) -> None:
    """Ann stands by her first choice on two devices; of Bob and two guests each counts once, though
    their forms are sent twice and one of the guests answers again. Two of four, by hand."""
    options = problem_on(DAY).advice.options
    best, second = options[0].action, options[1].action
    ann, again, bob, guest, other = (Client() for _device in range(5))
    for client, who in ((ann, "ann"), (again, "ann"), (bob, "bob")):
        client.force_login(house.users[who])
    text = chosen(ann, best)
    assert "1 player has answered." in text
    chosen(again, second)
    chosen(guest, second)
    chosen(guest, best)
    chosen(other, best)
    text = chosen(bob, second)
    assert "4 players have answered." in text
    assert text.count("2 of 4") == 2
    assert set(ProblemChoice.objects.values_list("user__name", flat=True)) == {None, "Ann", "Bob"}
    answer = read(Api().get("problems/2026-11-20/answer"))
    assert answer["players"] == sum(one["players"] for one in answer["options"]) == 4
    assert [one["players"] for one in answer["options"][:2]] == [2, 2]
    wrong = guest.post("/learn/problem/2026-11-19/choice/", {"key": "other", "did": "mark"})
    assert wrong.status_code == 422
    assert "Choose again" in wrong.content.decode()
    assert guest.post("/learn/problem/2026-11-19/choice/", {"key": "none"}).status_code == 302
    wrong_day = {"key": "day", **choice_of(best)}
    assert guest.post("/learn/problem/2999-01-01/choice/", wrong_day).status_code == 404
    assert ProblemChoice.objects.count() == 4
    home = page(Client().get(f"/clubs/{house.club.slug}/"))
    assert 'href="/learn/problem/"' in home


def never(*_arguments: object) -> Problem:
    raise AssertionError("it was found before")


def choice_of(action: Action) -> dict[str, str | list[str]]:
    """As its page sends it."""
    if isinstance(action, tuple):
        return {"discard": "1", "throw": sent_text(action)[1:].split()}
    return {"did": sent_text(action)}


def test_a_site_may_keep_practice_for_people_with_an_account(settings: Any) -> None:
    settings.GUESTS_MAY_PRACTISE = False
    answer = Client().get("/learn/problem/")
    assert answer.status_code == 302
    assert answer["Location"] == "/account/login/?next=/learn/problem/"


def test_an_address_has_so_many_pages_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.practice.views.within_rate", lambda _who, most: most != 120)
    assert Client().get("/learn/").status_code == 429


def test_the_api_has_lessons_and_the_problem_with_its_answer() -> None:
    api = Api()
    lessons = read(api.get("lessons"))
    assert len(lessons) == 10
    assert lessons[0]["title"] == "Three trumps: stand"
    position = read(api.get("problems/2026-11-20"))
    answer = read(api.get("problems/2026-11-20/answer"))
    assert len(position["cards"]) in range(2, 6)
    assert position["turned"][1] == position["trump"]
    chances = [one["chance"] for one in answer["options"]]
    assert chances[0] == max(chances)
    assert answer["printed"] != answer["options"][0]["act"]
    for wrong in ("problems/2999-01-01", "problems/tomorrow", "problems/2999-01-01/answer"):
        problem(api.get(wrong), 404)
