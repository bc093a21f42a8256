"""Every read by every kind of person, as the table of rights says and not otherwise."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import TABLE, Act, Scope
from ecarte_club.core import throttling
from games.evenings.models import Evening
from games.matches.models import Event
from tests.support.clubhouse import Api, House, has_secret, problem, read
from tests.support.clubrooms import noted, undone
from tests.support.depth import THOROUGH

from .operations import READS, STREAMS, WRITES, Read, Scene, scene
from .people import CLUB_PEOPLE, EVERYBODY, OUTSIDERS, PHONES, api_of, may, telling

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

# What is hidden is for the people of a club, whatever their roles.
FOR_HIDDEN = ("committee", "cyd", *PHONES, *OUTSIDERS)
LISTS = ("clubs", "matches", "leagues")
ABSENT = 10**9
# By whose token, and for what.
Programs = dict[tuple[str, frozenset[Scope]], Api]


def _lists(name: str, answer: Any, here: Scene) -> bool:
    """Whether a list has the scene's own thing in it."""
    results = read(answer)["results"]
    if name == "clubs":
        return here.house.club.slug in {club["slug"] for club in results}
    if name == "matches":
        return here.match.pk in {match["id"] for match in results}
    return here.season.pk in {season["id"] for one in results for season in one["seasons"]}


def test_reads(here: Scene, beside: House, stranger: str) -> None:
    """Each by all of them in turn, so that nobody is given what was made for somebody else."""
    programs = {who: api_of(who, here, beside, stranger) for who in EVERYBODY}
    with undone("nothing is hidden"):
        _read_by(programs, "nothing", here)
    Club.objects.filter(pk=here.house.club.pk).update(public=False)
    with undone("the club is hidden"):
        _read_by({who: programs[who] for who in FOR_HIDDEN}, "club", here)


def test_reads_of_what_is_hidden(here: Scene, beside: House, stranger: str) -> None:
    """And who may all the same, where the club is hidden too: with a token for this alone."""
    for model in (Event, Evening):
        model.objects.update(public=False)
    programs = {who: api_of(who, here, beside, stranger) for who in FOR_HIDDEN}
    with undone("the season is hidden"):
        _read_by(programs, "season", here)
    Club.objects.filter(pk=here.house.club.pk).update(public=False)
    wrong: list[str] = []
    tokens: Programs = {}
    for name, reading in READS.items():
        with noted(wrong, f"{name} by token"):
            _needs_its_scope(name, reading, here, tokens)
        for who in PHONES if reading.act is Act.SEE_PUBLIC and name not in LISTS else ():
            if _at_table(reading, who):
                with noted(wrong, f"{name} by {who}"):
                    assert programs[who].get(here.path(reading.template)).status_code == 200
    assert wrong == [], "\n".join(wrong)


def _read_by(programs: Mapping[str, Api], hidden: str, here: Scene) -> None:
    wrong: list[str] = []
    for name, reading in READS.items():
        path = here.path(reading.template)
        for who in _readers(name, hidden, [*programs]):
            with noted(wrong, f"{name} by {who}"):
                _try_to_read(name, who, hidden, programs[who].get(path), here)
    assert wrong == [], "\n".join(wrong)


def _readers(name: str, hidden: str, people: Sequence[str]) -> Sequence[str]:
    """Whoever may not read it where nothing is hidden is no other where something is; and who may
    where it is hidden does so where all is."""
    if READS[name].act is Act.SEE_PUBLIC or hidden == "nothing" or name in LISTS:
        asked = telling(people, {who for who in people if _sees(name, who, hidden)})
        if hidden == "nothing" or name in LISTS or THOROUGH:
            return asked
        return [who for who in asked if not _sees(name, who, hidden)]
    return ("committee",) if THOROUGH else ()


def _at_table(reading: Read, who: str) -> bool:
    return who in PHONES if reading.any_table else who == "phone" and bool(reading.own)


def _sees(name: str, who: str, hidden: str) -> bool:
    reading = READS[name]
    if reading.act is not Act.SEE_PUBLIC:
        return may(who, reading.act, reading.own)
    of_the_club = name.startswith("clubs")
    is_hidden = hidden == "club" or (hidden == "season" and not of_the_club)
    return who in CLUB_PEOPLE or _at_table(reading, who) or not is_hidden


def _try_to_read(name: str, who: str, hidden: str, answer: Any, here: Scene) -> None:
    reading, sees = READS[name], _sees(name, who, hidden)
    if name in LISTS:
        assert _lists(name, answer, here) is sees
    elif sees:
        assert answer.status_code == 200
        assert name in STREAMS or answer["ETag"].startswith('"')
    elif who in PHONES:
        problem(answer, answer.status_code if answer.status_code == 404 else 403)
    elif who in CLUB_PEOPLE and reading.act is not Act.SEE_PUBLIC:
        problem(answer, 403, "not_allowed")
    else:
        problem(answer, 404, "not_found")


def _needs_its_scope(name: str, reading: Read, here: Scene, tokens: Programs) -> None:
    """Without it a token sees no more than strangers do. No answer has the token."""

    def api(who: str, scopes: frozenset[Scope]) -> Api:
        if (who, scopes) not in tokens:
            tokens[who, scopes] = here.house.api(who, scopes)
        return tokens[who, scopes]

    path = here.path(reading.template)
    without = api("committee", frozenset(Scope) - {reading.scope})
    if name in LISTS:
        assert read(without.get(path))["results"] == []
        assert read(api("committee", frozenset({Scope.READ})).get(path))["results"] != []
    elif act := reading.act:
        assert without.get(path).status_code in (403, 404)
        who = "cyd" if may("cyd", act) else "committee"
        enough = api(who, frozenset({Scope.READ, TABLE[act].scope}))
        answer = enough.get(path)
        assert answer.status_code == 200
        assert not has_secret(answer, enough)


IDS: tuple[str, ...] = (
    *("player", "other", "match", "empty", "hand", "league", "season", "evening", "table"),
    *("user", "invitation", "rules", "sheet", "spare", "contest", "settlement", "payment"),
    *("hook", "archive", "answered", "planned", "fixture", "merged", "merge", "online"),
    *("invited", "closed", "job", "import", "tournament", "played", "meeting", "pooled"),
    *("pool", "teamed", "team", "board"),
)


@pytest.fixture(scope="module")
def _hidden(_standing: tuple[Scene, House], django_db_blocker: DjangoDbBlocker) -> Scene:
    """The other club in the middle of its season too."""
    with django_db_blocker.unblock():
        return scene(deepcopy(_standing[1]))


@pytest.fixture
def hidden(_hidden: Scene, here: Scene) -> Scene:
    return deepcopy(_hidden)


@pytest.mark.parametrize("who", ["committee", "nobody"])
def test_absent_and_foreign_are_told_alike(
    who: str, here: Scene, hidden: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Between two requests no minute begins, in which the limit counts anew.
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 30.0))
    named = {"slug": "no-such-club", "number": 1, "code": "AAAAAA"}
    api = here.house.api(who) if who in here.house.users else Api()
    for reading in READS.values():
        if not (reading.act and "{" in reading.template):
            continue
        with undone(reading.template):
            absent = reading.template.format(**named, **dict.fromkeys(IDS, ABSENT))
            foreign, missing = api.get(hidden.path(reading.template)), api.get(absent)
            problem(foreign, 404, "not_found")
            assert foreign.content == missing.content
            told = [dict(answer.headers) for answer in (foreign, missing)]
            left = [headers.pop("RateLimit") for headers in told]
            named_by = [headers.pop("X-Request-Id") for headers in told]
            assert told[0] == told[1]
            assert left[0] != left[1], "How many are left differs,"
            assert named_by[0] != named_by[1], "and what each request is called; nothing else does."
            assert all(re.fullmatch("[0-9a-f]{32}", one) for one in named_by)


def test_other_clubs_people_and_seasons_cannot_be_named(here: Scene, hidden: Scene) -> None:
    """Their ids are refused as ids that nobody has."""
    api = here.house.api("committee")
    good = WRITES["clubs/{slug}/matches"].body(here)
    foreign = {"player_a": hidden.house.players["ann"].pk, "event": hidden.season.pk}
    for field, value in foreign.items():
        said = [
            api.post("clubs/cercle/matches", {**good, field: wrong}).content
            for wrong in (value, ABSENT)
        ]
        assert said[0] == said[1]
        assert field.encode() in said[0]


def test_names_of_who_entered_are_for_the_club(here: Scene) -> None:
    for name in ("matches/{match}/entries", "matches/{match}/hands"):
        assert read(Api().get(here.path(name)))[0]["by"] is None
        assert read(here.house.api("cyd").get(here.path(name)))[0]["by"] == "Scorer"
