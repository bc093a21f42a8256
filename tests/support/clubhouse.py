"""Clubs with people in them, and a program that speaks to their API."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.test import Client

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Office, Player, User
from ecarte_club.clubs.permissions import Person, Role, Scope
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.accounts import token_make
from ecarte_club.clubs.services.clubs import club_create
from games.matches.models import Match
from games.matches.services.matches import MatchTerms, match_start
from scoring.leagues.models import Season
from scoring.leagues.services.seasons import SeasonPlan, season_open

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

Body = Mapping[str, Any]
PASSWORD = "one-two-three-five"
ONE_GAME = MatchTerms(format="one_game", games=1)
OFFICES = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER)
PLAYERS = ("ann", "bob", "cyd")


@dataclass(slots=True)
class House:
    """A club: one holder of each office, and players who have a sign-in of their own.

    `users` by role or by the player's name; `ann` and `bob` play, `cyd` looks on.
    """

    club: Club
    users: dict[str, User]
    players: dict[str, Player]
    secrets: dict[str, str] = field(default_factory=dict)

    def person(self, who: str) -> Person:
        return person(Actor(self.users[who]), self.club.pk)

    def secret(self, who: str, scopes: Iterable[Scope] = tuple(Scope)) -> str:
        """Of a new token, or of the same one as before when it may do everything."""
        kept = frozenset(scopes)
        if kept == frozenset(Scope) and who in self.secrets:
            return self.secrets[who]
        made = token_make(user=self.users[who], name="test", scopes=kept, days=30)[1]
        if kept == frozenset(Scope):
            self.secrets[who] = made
        return made

    def api(self, who: str, scopes: Iterable[Scope] = tuple(Scope)) -> "Api":
        return Api(self.secret(who, scopes))

    def season(self, *, public: bool = True, terms: MatchTerms = ONE_GAME) -> Season:
        days = date(2026, 9, 1), date(2027, 6, 30)
        plan = SeasonPlan("Season", *days, terms, public=public)
        return season_open(by=self.person("committee"), league="League", plan=plan)

    def match(self, season: Season | None = None, terms: MatchTerms | None = None) -> Match:
        """Ann at a against Bob at b; one game unless a season or terms say otherwise."""
        return match_start(
            by=self.person("scorer"),
            player_a=self.players["ann"].pk,
            player_b=self.players["bob"].pk,
            event_id=season.pk if season else None,
            terms=None if season else terms or ONE_GAME,
        )


def open_house(slug: str = "cercle", *, public: bool = True) -> House:
    """All of a kind at once, as nearly every test begins with one."""
    club = club_create(name=slug.title(), slug=slug, place="Paris", public=public)
    names = (*(role.value for role in OFFICES), *PLAYERS)
    accounts = [_user(f"{name}@{slug}.example") for name in names]
    users = dict(zip(names, User.objects.bulk_create(accounts), strict=True))
    Office.objects.bulk_create(
        Office(club=club, user=users[role.value], role=role) for role in OFFICES
    )
    played = [Player(club=club, name=name.title(), user=users[name]) for name in PLAYERS]
    players = dict(zip(PLAYERS, Player.objects.bulk_create(played), strict=True))
    return House(club, users, players)


def _user(email: str) -> User:
    name = email.partition("@")[0].title()
    return User(email=email, password=make_password(PASSWORD), name=name)


class Api:
    """One program's view of /api/v1/. Every write has a new key unless it is given one."""

    def __init__(self, secret: str = "", *, scheme: str = "Bearer") -> None:
        self.client = Client(raise_request_exception=True)
        self.headers = {"Authorization": f"{scheme} {secret}"} if secret else {}

    def get(self, path: str, **headers: str) -> "Answer":
        """`path` may have a query, quoted as an address needs it."""
        return self.client.get(f"/api/v1/{path}", headers={**self.headers, **headers})

    def post(self, path: str, body: object, *, key: str | None = None, **headers: str) -> "Answer":
        return self.send(path, json.dumps(body).encode(), key=key, **headers)

    def send(
        self,
        path: str,
        body: bytes,
        *,
        key: str | None = None,
        media_type: str = "application/json",
        **headers: str,
    ) -> "Answer":
        """The bytes as they are."""
        sent = {"Idempotency-Key": uuid4().hex if key is None else key}
        return self.client.post(
            f"/api/v1/{path}", body, media_type, headers={**self.headers, **sent, **headers}
        )

    def enter(self, match: int, body: Body, *, kind: str = "hands") -> dict[str, Any]:
        """Entered on the newest version, which must succeed."""
        version = read(self.get(f"matches/{match}"))["version"]
        written: dict[str, Any] = read(
            self.post(f"matches/{match}/{kind}", {**body, "version": version}), 201
        )
        return written


def read(answer: "Answer", status: int = 200) -> Any:
    assert answer.status_code == status, (answer.status_code, answer.content[:2000])
    return json.loads(answer.content)


def has_secret(answer: Any, api: Api) -> bool:
    content: bytes = answer.getvalue() if answer.streaming else answer.content
    return api.headers["Authorization"].rpartition(" ")[2].encode() in content


def problem(answer: "Answer", status: int, code: str = "", field: str = "") -> dict[str, Any]:
    """The problem document, which must be whole, with the given code and field named in it."""
    found: dict[str, Any] = read(answer, status)
    assert answer["Content-Type"].startswith("application/problem+json")
    assert {"type", "title", "status", "detail", "code", "errors"} <= found.keys()
    assert found["status"] == status
    assert found["detail"]
    assert not code or found["code"] == code, found
    assert not field or field in {error["field"] for error in found["errors"]}, found
    assert all(error["field"] and error["detail"] for error in found["errors"])
    return found
