"""Every write with what it cannot take, its fields above all: refused by name, nothing written."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from tests.support.clubhouse import Api, House, problem
from tests.support.depth import each
from tests.support.everything import everything

from .conftest import Ready
from .operations import KEYLESS, SEASON, WRITES, Scene
from .test_api_statuses import NOBODYS_ID, not_there, refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Path = tuple[str | int, ...]
NOT_OBJECTS: list[Any] = [[], "x", 5, True]
NUMBERS: list[Any] = [-1, 2**63, 10**30, 1.5, 1.0, "1", "", True, [], {}, [1]]
CHOICES: list[Any] = ["nonsense", "", 5, 1.5, True, [], {}, ["a"], "\x00", "A", "x" * 10**5]
TEXTS: list[Any] = [5, 1.5, True, [], {}, ["x"], "\x00", "x\x00y", "x" * 300]
BOOLEANS: list[Any] = ["yes", "true", 1, 0, 1.0, [], {}, "", [True]]
DATES: list[Any] = ["2026-13-01", "2026-02-30", "", "today", 5, True, [], {}, "\x00", "0000-00-00"]
LISTS: list[Any] = [{}, {"a": 1}, "x", 5, True, [5.5], [None], [[]], ["x"] * 100, [{}] * 100]
DATE_FIELDS = {
    *("starts_on", "ends_on", "left_on", "held_on", "played_on"),
    *("first", "last", "day", "on"),
}
TEXT_FIELDS = {"name", "league", "table", "reason"}
BLANK = {"table", "place"}
"""May be left empty; every other text may not."""
# A name that is too long is a line of the preview.
LOOKED_AT = ("clubs/{slug}/players/import/preview", "csv")
NULLABLE = {"dealer", "opening", "tricks", "abandoned_by", "marks", "event", "terms"}
NULLABLE_HERE = {"kind", "first_dealer"}
NOT_NULL = {("clubs/{slug}/seasons", "terms")}
GAME = "matches/{id}/games/{game}"
TABLE = "matches/{id}/table"
# Of the thing itself, or of another in the content: a match's entries, a table's code; or where
# the match was seen.
VERSIONS = {
    *("version", "other_version", "code_number"),
    *((f"{GAME}/confirm", "number"), (TABLE, "from_table")),
}
# May be as large as anybody likes.
FIGURES = {"stake", "to_win", "most", "most_staked", "most_owed"}
# Each write tries one in so many of the wrong values of each field, others in turn.
APART = 5


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every field in the content, objects and lists too, with its value."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value[:1]):
            yield from _leaves(inner, (*path, number))


def _figures(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every field in the content that has no others in it, with its value."""
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _figures(inner, (*path, name))
    else:
        yield path, value


def _wrong(name: str, path: Path, value: Any) -> list[Any]:
    field = str(path[-1])
    if isinstance(value, dict):
        found = NOT_OBJECTS
    elif isinstance(value, list):
        found = LISTS
    elif isinstance(value, bool):
        found = BOOLEANS
    elif isinstance(value, int):
        found = [one for one in NUMBERS if one != -1 or field not in WRITES[name].signed]
    elif field in DATE_FIELDS:
        found = DATES
    elif field in TEXT_FIELDS or field in WRITES[name].texts:
        found = TEXTS if field in BLANK else [*TEXTS, "", "   ", "\t\n"]
        if (name, field) == LOOKED_AT:
            found = [one for one in found if one != "x" * 300]
    else:
        found = CHOICES
    nullable = field in NULLABLE | NULLABLE_HERE and (name, field) not in NOT_NULL
    return found if nullable or field in WRITES[name].nullable else [*found, None]


def _put(body: Any, path: Path, value: Any) -> Any:
    changed = copy.deepcopy(body)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def _named(found: dict[str, Any], path: Path) -> bool:
    """Whether an error is of this field, of one in it, or of the field that it is in."""
    wanted = ".".join(map(str, path))
    fields = [error["field"] for error in found["errors"]]
    return any(
        field == wanted or field.startswith(f"{wanted}.") or wanted.startswith(f"{field}.")
        for field in fields
    )


class Wrong(NamedTuple):
    """`value`: what the field had; `wrong`: what it cannot hold."""

    place: Path
    value: Any
    wrong: Any


def _apart(wrongs: Sequence[Wrong]) -> tuple[list[Wrong], list[Wrong]]:
    """As many as can be in one content, each in a field of its own, and those that are left."""
    chosen: list[Wrong] = []
    left: list[Wrong] = []
    for one in wrongs:
        others = [other.place for other in chosen]
        near = (other[: len(one.place)] == one.place[: len(other)] for other in others)
        (left if any(near) else chosen).append(one)
    return chosen, left


def _refused(answer: Any, name: str, one: Wrong) -> None:
    assert answer.status_code == 422, (one, answer.content[:500])
    found = problem(answer, answer.status_code)
    assert _named(found, one.place), (one, found)
    assert _tells_choices(found["errors"][0], name, one), (one, "what is allowed is not told")


def _tells_choices(error: dict[str, Any], name: str, one: Wrong) -> bool:
    if None in (one.wrong, one.value) or _wrong(name, one.place, one.value)[:11] != CHOICES:
        return True
    return str(one.value) in error["detail"]


def _refused_by_name(errors: Sequence[dict[str, Any]], name: str, one: Wrong) -> bool:
    """This field, or one in it, was refused, and not one that it is in."""
    wanted = ".".join(map(str, one.place))
    own = [each for each in errors if f"{each['field']}.".startswith(f"{wanted}.")]
    return bool(own) and _tells_choices(own[0], name, one)


def test_every_field_refuses_what_it_cannot_hold(ready: Ready) -> None:
    """In as many fields at once as can be; by itself where the answer then does not name it."""
    name, api, path, body = ready.name, ready.api, ready.path, ready.body
    fields = [(place, value, _wrong(name, place, value)) for place, value in _leaves(body)]
    assert sum(len(wrong) for _place, _value, wrong in fields) >= 5 * len(body)
    turn = [*WRITES].index(name)
    left: Sequence[Wrong] = [
        Wrong(place, value, one)
        for number, (place, value, wrong) in enumerate(fields, turn)
        for one in each(APART, wrong, first=number % min(APART, len(wrong)))
    ]
    while left:
        tried, left = _apart(left)
        content = body
        for one in tried:
            content = _put(content, one.place, one.wrong)
        answer = api.post(path, content)
        # Too much of it is refused as a whole.
        errors = problem(answer, 422)["errors"] if answer.status_code == 422 else []
        for one in tried:
            if not _refused_by_name(errors, name, one):
                _refused(api.post(path, _put(body, one.place, one.wrong)), name, one)
    assert ready.is_unchanged()


def test_unknown_and_missing_fields(ready: Ready) -> None:
    """All at once; by itself where the answer then does not name it."""
    api, path, body = ready.api, ready.path, ready.body
    objects = [place for place, value in _leaves(body) if isinstance(value, dict)]
    strange: list[Path] = [(*place, "surprise") for place in ((), *objects)]
    together = body
    for place in strange:
        together = _put(together, place, 1)
    errors = problem(api.post(path, together), 422, "invalid")["errors"]
    for place in strange:
        if not _names_as_strange(errors, place):
            found = problem(api.post(path, _put(body, place, 1)), 422, "invalid")
            assert _names_as_strange(found["errors"], place)
    needed = ready.write.required or REQUIRED.get(ready.name, ())
    less = {kept: value for kept, value in body.items() if kept not in needed}
    named = problem(api.post(path, less), 422, "invalid")["errors"] if needed else []
    for field in {*needed} - {error["field"] for error in named}:
        less = {kept: value for kept, value in body.items() if kept != field}
        problem(api.post(path, less), 422, "invalid", field)
    assert ready.is_unchanged()


def _names_as_strange(errors: Sequence[dict[str, Any]], place: Path) -> bool:
    told = [error["detail"] for error in errors if error["field"] == ".".join(map(str, place))]
    return any("Known" in detail for detail in told)


# Usually of every third, and of all where one thing must be of another.
@pytest.mark.parametrize(
    "made_ready",
    [name for name in WRITES if name.count("{") > 1 or name in each(3, [*WRITES])],
    indirect=True,
)
def test_what_is_not_at_the_address_of_a_write(ready: Ready) -> None:
    api = ready.here.house.api("committee")
    for there in not_there(ready.path, ready.here):
        refused(api.post(there, ready.body), "There is no such thing at the address")
    assert ready.is_unchanged()


def test_a_number_or_an_id_that_is_none(ready: Ready) -> None:
    """Whatever the number stands for: nothing has this id, and no figure is so large."""
    for place, value in _figures(ready.body):
        if type(value) is not int or place[-1] in FIGURES:
            continue
        answer = ready.api.post(ready.path, _put(ready.body, place, NOBODYS_ID))
        if place[-1] in VERSIONS or (ready.name, place[-1]) in VERSIONS:
            refused(answer, "The `version` is not the newest")
        else:
            found = refused(answer, "The content is not as described, or cannot be")
            assert found["errors"], (place, found)
    assert ready.is_unchanged()


@pytest.mark.parametrize("made_ready", each(8, [*WRITES], first=1), indirect=True)
def test_content_of_another_kind(ready: Ready) -> None:
    """What cannot be read at all is tried in test_api_bad_requests."""
    surprising = ready.api.post(ready.path, {**ready.body, "surprise": 1})
    refused(surprising, "The content is not as described, or cannot be", "surprise")
    wrong_type = ready.api.send(ready.path, b"<a/>", media_type="application/xml")
    refused(wrong_type, "The content is of another media type", "Content-Type")
    assert ready.is_unchanged()


# All are written by one piece of code: what it does is asked of each in test_api_rights.
@pytest.mark.parametrize("made_ready", each(4, [*WRITES], first=2), indirect=True)
def test_who_writes_and_on_which_version(ready: Ready) -> None:
    path, body, asks_only = ready.path, ready.body, ready.name in KEYLESS
    if not asks_only:
        for key in ("", "a b"):
            keyless = ready.api.post(path, body, key=key)
            refused(keyless, "No `Idempotency-Key`, or a malformed one", "Idempotency-Key")
        unmatched = ready.api.post(path, body, **{"If-Match": '"of-nothing"'})
        refused(unmatched, "`If-Match` is not the newest tag", "If-Match")
        if ready.write.act:
            refused(Api().post(path, body), "Nobody is signed in")
    refused(Api("nonsense").post(path, body), "The token is unknown, expired or revoked")
    assert ready.is_unchanged()


REQUIRED = {
    "clubs/{slug}/players": ["name"],
    "clubs/{slug}/matches": ["player_a", "player_b"],
    "clubs/{slug}/seasons": ["league", "name", "starts_on", "ends_on", "terms"],
    "matches/{id}/hands": ["version"],
    "matches/{id}/games": ["version", "score"],
    "matches/{id}/rubber": ["version", "games"],
    "matches/{id}/undo": ["version"],
    "matches/{id}/entries/{number}/corrections": ["version", "reason"],
}


RUBBER = {"format": "rubber"}


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("ends_on", {"ends_on": "2026-09-30"}),
        ("tie_breaks", {"tie_breaks": ["won", "won"]}),
        ("tie_breaks.0", {"tie_breaks": ["luck"]}),
        ("points_win", {"points_win": 101}),
        ("terms.games", {"terms": {"format": "rubber", "games": 2}}),
        ("terms.games", {"terms": {"format": "one_game", "games": 2}}),
        ("terms.games", {"terms": {"format": "games", "games": 26}}),
        (
            "terms.game_values",
            {"terms": {**RUBBER, "code": "modern", "game_values": True}},
        ),
        ("terms.rubber_bonus", {"terms": {"format": "rubber", "rubber_bonus": 11}}),
    ],
)
def test_fields_that_do_not_go_together(field: str, wrong: dict[str, Any], house: House) -> None:
    api = house.api("committee")
    before = everything()
    answer = api.post("clubs/cercle/seasons", {**SEASON, **wrong})
    problem(answer, answer.status_code, field=field)
    assert answer.status_code == 422
    assert everything() == before


def test_a_match_is_between_two(house: House) -> None:
    ann = house.players["ann"].pk
    body = {"player_a": ann, "player_b": ann}
    problem(house.api("scorer").post("clubs/cercle/matches", body), 422, "same_player", "player_b")


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"void": False},
        {"void": True, "hand": {"opening": "stood", "tricks": {"a": 5, "b": 0}}},
        {"game": {"score": {"a": 5, "b": 0}}, "rubber": {"games": {"a": 1, "b": 0}}},
        {"hand": None},
    ],
)
def test_a_correction_is_of_one_thing(what: dict[str, Any], here: Scene) -> None:
    path = here.path("matches/{match}/entries/{number}/corrections")
    answer = here.house.api("director").post(path, {**what, "version": 1, "reason": "misread"})
    problem(answer, 422, "invalid", "hand" if "hand" in what and what["hand"] is None else "body")
