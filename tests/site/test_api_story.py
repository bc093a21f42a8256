"""The printed game through the API, from an empty club to its standings."""

import csv
import io
from typing import Any

import pytest

from tests.support import printed_game
from tests.support.clubhouse import Api, House, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

SEASON = {
    "league": "The London table",
    "name": "1901",
    "starts_on": "1901-01-01",
    "ends_on": "1901-12-31",
    "terms": printed_game.TERMS,
}


@pytest.fixture
def scorer(house: House) -> Api:
    return house.api("scorer")


@pytest.fixture
def season(house: House) -> int:
    return int(read(house.api("committee").post("clubs/cercle/seasons", SEASON), 201)["id"])


@pytest.fixture
def match(house: House, season: int, scorer: Api) -> dict[str, Any]:
    director = house.api("director")
    players = [
        read(director.post("clubs/cercle/players", {"name": name}), 201)["id"]
        for name in printed_game.NAMES.values()
    ]
    body = {
        "player_a": players[0],
        "player_b": players[1],
        "event": season,
        "table": "1",
        "first_dealer": "a",
    }
    made: dict[str, Any] = read(scorer.post("clubs/cercle/matches", body), 201)
    return made


def _played(scorer: Api, match: dict[str, Any]) -> list[dict[str, Any]]:
    return [scorer.enter(match["id"], body) for body in printed_game.BODIES]


def test_the_score_runs_as_printed(scorer: Api, match: dict[str, Any]) -> None:
    assert (match["version"], match["score"], match["over"]) == (0, {"a": 0, "b": 0}, False)
    told, score = [], {"a": 0, "b": 0}
    for hand, answer in zip(printed_game.HANDS, _played(scorer, match), strict=True):
        for mark in answer["marks"]:
            score[mark["seat"]] += mark["points"]
            told.append((mark["seat"], score[mark["seat"]]))
        assert tuple(mark["law"] for mark in answer["marks"]) == hand.laws
        assert answer["match"]["score"] == {"a": hand.after[0], "b": hand.after[1]}
    assert tuple(told) == printed_game.SCORES
    assert (answer["match"]["over"], answer["match"]["winner"]) == (True, "a")
    assert answer["match"]["games"] == {"a": 1, "b": 0}


def test_the_marks_are_told_in_words(scorer: Api, match: dict[str, Any]) -> None:
    texts = [mark["text"] for answer in _played(scorer, match) for mark in answer["marks"]]
    assert texts == [
        "A turned the king and marks one (law 47).",
        "A made the vole and marks two (law 48).",
        "Y made the vole and marks two (law 48).",
        "Y won the point and marks one (law 48).",
        "Y won the point and marks one (law 48).",
        "Y stood and lost the point: A marks two (law 49).",
    ]


def test_the_deal_need_not_be_told(scorer: Api, match: dict[str, Any]) -> None:
    for body in printed_game.BODIES:
        told = {name: value for name, value in body.items() if name != "dealer"}
        answer = scorer.enter(match["id"], told)
        assert answer["entry"]["hand"]["dealer"] == body["dealer"]
    assert answer["match"]["winner"] == "a"


def test_what_was_entered_is_read_back(scorer: Api, match: dict[str, Any]) -> None:
    answers = _played(scorer, match)
    hands = read(scorer.get(f"matches/{match['id']}/hands"))
    assert [hand["number"] for hand in hands] == [1, 2, 3, 4, 5]
    for hand, printed in zip(hands, printed_game.HANDS, strict=True):
        kept = {name: hand["hand"][name] for name in printed.body}
        assert kept == printed.body
        assert hand["score_after"] == {"a": printed.after[0], "b": printed.after[1]}
        assert read(scorer.get(f"hands/{hand['id']}")) == hand
        assert hand["by"] == "Scorer"
    entries = read(scorer.get(f"matches/{match['id']}/entries"))
    assert entries == [answer["entry"] for answer in answers]
    assert read(scorer.get(f"matches/{match['id']}/games")) == [
        {
            "number": 1,
            "score": {"a": 5, "b": 4},
            "winner": "a",
            "value": 1,
            "by_score": False,
            "hands": 5,
            "confirmed": False,
        }
    ]


EXPECTED = {
    "A": {"rank": 1, "points": 2, "won": 1, "lost": 0, "games_for": 1, "games_against": 0}
    | {"singles": 1, "value": 1, "value_against": 0, "kings": 1, "voles": 1},
    "Y": {"rank": 2, "points": 0, "won": 0, "lost": 1, "games_for": 0, "games_against": 1}
    | {"singles": 0, "value": 0, "value_against": 1, "kings": 0, "voles": 1},
}


def test_the_standings_are_right_a_moment_later(
    scorer: Api, match: dict[str, Any], season: int
) -> None:
    """A stranger reads them: the season is public."""
    before = read(Api().get(f"seasons/{season}/standings"))
    assert [line["played"] for line in before["results"]] == [0, 0]
    _played(scorer, match)
    after = read(Api().get(f"seasons/{season}/standings"))
    assert after["version"] > before["version"]
    lines = {line["player"]["name"]: line for line in after["results"]}
    assert list(lines) == ["A", "Y"]
    for name, expected in EXPECTED.items():
        found = lines[name]
        assert {field: found[field] for field in expected} == expected
        assert (found["played"], found["drawn"], found["rubber_points"]) == (1, 0, 0)
        assert (found["trebles"], found["doubles"]) == (0, 0)


def test_the_standings_as_a_table(scorer: Api, match: dict[str, Any], season: int) -> None:
    _played(scorer, match)
    answer = Api().get(f"seasons/{season}/standings.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["player"] for row in rows] == ["A", "Y"]
    for row in rows:
        expected = EXPECTED[row["player"]]
        assert {field: int(row[field]) for field in expected} == expected
