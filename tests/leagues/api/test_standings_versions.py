"""The tag of standings: a new one whenever the table can differ, and the old one for all else."""

from typing import TYPE_CHECKING

import pytest

from ecarte_club.core import etags
from games.matches.models import Event, Match
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons
from tests.support import printed_game
from tests.support.clubhouse import Api, House, read

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

VOLE: dict[str, object] = {
    "dealer": "a",
    "opening": "exchanged",
    "kings": [],
    "tricks": {"a": 5, "b": 0},
}
FORMS = pytest.mark.parametrize("form", ["standings", "standings.csv"])


class Watched:
    """A season that a stranger watches, with a match that is one hand from its end: 4–0 to Ann."""

    def __init__(self, house: House) -> None:
        self.house, self.season = house, house.season()
        self.scorer, self.director = house.api("scorer"), house.api("director")
        self.match = house.match(self.season)
        for _ in range(2):
            self.scorer.enter(self.match.pk, VOLE)

    def get(self, tag: str = "", form: str = "standings") -> "Answer":
        asked = {"If-None-Match": tag} if tag else {}
        return Api().get(f"seasons/{self.season.pk}/{form}", **asked)

    def correct(self, body: dict[str, object]) -> None:
        now = Match.objects.get(pk=self.match.pk).version
        number = read(self.director.get(f"matches/{self.match.pk}/hands"))[0]["number"]
        path = f"matches/{self.match.pk}/entries/{number}/corrections"
        read(self.director.post(path, {"version": now, "reason": "misread", "hand": body}), 201)

    def undo(self) -> None:
        now = Match.objects.get(pk=self.match.pk).version
        read(self.director.post(f"matches/{self.match.pk}/undo", {"version": now}), 201)

    def lines(self) -> list[dict[str, object]]:
        return list(read(self.get())["results"])


@pytest.fixture
def watched(house: House) -> Watched:
    return Watched(house)


@pytest.mark.any_database
@FORMS
def test_nothing_that_leaves_the_table_alone_makes_a_new_tag(watched: Watched, form: str) -> None:
    house, tag = watched.house, watched.get(form=form)["ETag"]
    other = house.match(house.season())
    friendly = house.match()
    second = house.match(watched.season)  # the two are in the table already
    for match in (other, friendly):
        for body in printed_game.BODIES:
            watched.scorer.enter(match.pk, body)
    watched.scorer.enter(second.pk, VOLE)
    watched.undo()
    watched.correct({**VOLE, "kings": [{"seat": "b", "how": "held"}]})
    again = watched.get(tag, form)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)


@pytest.mark.any_database
@FORMS
def test_the_last_hand_makes_a_new_tag_and_so_does_taking_it_back(
    watched: Watched, form: str
) -> None:
    tags, before = [watched.get(form=form)["ETag"]], watched.lines()
    watched.scorer.enter(watched.match.pk, VOLE)
    tags.append(watched.get(tags[-1], form)["ETag"])
    assert [line["points"] for line in watched.lines()] == [2, 0]
    assert [line["voles"] for line in watched.lines()] == [3, 0]
    watched.undo()
    answer = watched.get(tags[-1], form)
    assert answer.status_code == 200
    tags.append(answer["ETag"])
    assert watched.lines() == before
    assert len(set(tags)) == 3
    assert watched.get(tags[0], form).status_code == 200, "an old tag is never good again"


@pytest.mark.any_database
def test_who_begins_his_first_match_is_in_the_table(watched: Watched) -> None:
    tag, players = watched.get()["ETag"], watched.house.players
    body = {"player_a": players["ann"].pk, "player_b": players["cyd"].pk}
    body |= {"event": watched.season.pk, "seat_anyway": True}
    read(watched.scorer.post("clubs/cercle/matches", body), 201)
    assert watched.get(tag).status_code == 200
    assert [line["played"] for line in watched.lines()] == [0, 0, 0]


@pytest.mark.any_database
def test_a_correction_of_a_whole_match(watched: Watched) -> None:
    """The same hand again changes nothing; a king moves his column; no vole takes the match out."""
    watched.scorer.enter(watched.match.pk, VOLE)
    first, tag = watched.lines(), watched.get()["ETag"]
    watched.correct(VOLE)
    assert watched.get(tag).status_code == 304
    # Bob marks one: five to one is still the same game and the same match.
    watched.correct({**VOLE, "kings": [{"seat": "b", "how": "held"}]})
    assert watched.get(tag).status_code == 200
    ann, bob = watched.lines()
    assert (ann, bob) == (first[0], {**first[1], "kings": 1})
    watched.correct({**VOLE, "tricks": {"a": 2, "b": 3}})
    assert [line["played"] for line in watched.lines()] == [0, 0]


@pytest.mark.any_database
def test_what_changes_nothing_that_is_seen_may_only_move_the_version(watched: Watched) -> None:
    """Three tricks or four are the same point, noted otherwise."""
    watched.scorer.enter(watched.match.pk, {**VOLE, "tricks": {"a": 4, "b": 1}})
    before = watched.lines()
    entries = read(watched.director.get(f"matches/{watched.match.pk}/hands"))
    path = f"matches/{watched.match.pk}/entries/{entries[-1]['number']}/corrections"
    hand = {**VOLE, "tricks": {"a": 3, "b": 2}}
    read(watched.director.post(path, {"version": 3, "reason": "miscounted", "hand": hand}), 201)
    assert watched.lines() == before


@pytest.mark.any_database
@FORMS
@pytest.mark.parametrize("shelved", [False, True])
def test_head_says_all_but_the_bytes(watched: Watched, form: str, shelved: bool) -> None:
    client, path = Api().client, f"/api/v1/seasons/{watched.season.pk}/{form}"
    if shelved:
        client.get(path)
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("ETag", "Content-Type", "Content-Length", "Cache-Control"):
        assert head[name] == whole[name]
    assert int(head["Content-Length"]) == len(whole.content)
    known = client.head(path, headers={"If-None-Match": head["ETag"]})
    assert (known.status_code, known["ETag"]) == (304, head["ETag"])


@pytest.mark.any_database
@FORMS
def test_a_season_made_private_is_gone_at_once(watched: Watched, form: str) -> None:
    """Its bytes lie on the shelf, and the stranger has its tag."""
    first = watched.get(form=form)
    assert watched.get(form=form).content == first.content
    Event.objects.filter(pk=watched.season.pk).update(public=False)
    for tag in ("", first["ETag"], "*"):
        assert watched.get(tag, form).status_code == 404
    own = watched.scorer.get(f"seasons/{watched.season.pk}/{form}")
    assert own.content == first.content
    assert own["Cache-Control"] == "private, no-cache"


def test_bytes_have_the_tag_of_what_was_read(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last hand comes in after the version was asked for and before the table is."""
    old, reads = seasons.edition(watched.season.pk).version, seasons.table_of

    def late(asked: seasons.Edition, when: seasons.When) -> seasons.Table:
        patch.undo()
        watched.scorer.enter(watched.match.pk, VOLE)
        return reads(asked, when)

    with monkeypatch.context() as patch:
        patch.setattr(seasons, "table_of", late)
        answer = watched.get()
    body = read(answer)
    assert body["version"] > old
    assert answer["ETag"] == etags.tag(watched.season.pk, body["version"])
    assert watched.get().content == answer.content


@pytest.mark.any_database
def test_each_season_has_tags_of_its_own(house: House) -> None:
    one, other = (house.season(terms=MatchTerms()) for _ in range(2))
    tags = {Api().get(f"seasons/{season.pk}/standings")["ETag"] for season in (one, other)}
    assert len(tags) == 2
    assert set(Season.objects.values_list("version", flat=True)) == {1}
