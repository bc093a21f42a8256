"""A club in the middle of its season and of an evening, for tests that go through everything."""

from dataclasses import dataclass, field
from datetime import date

from ecarte_club.clubs.models import Invitation, Player
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import secret_of
from ecarte_club.clubs.services.clubs import rules_make
from ecarte_club.clubs.services.members import player_add, players_merge
from ecarte_club.clubs.services.roles import invitation_make
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import evening_open
from games.evenings.services.phones import phone_open
from games.matches.models import Flag, Match
from games.matches.services.matches import match_start
from scoring.contests.models import Contest
from scoring.contests.rules.events import Closed
from scoring.contests.services.events import event_tell
from scoring.contests.services.opening import Plan, contest_open
from scoring.leagues.models import Season
from scoring.webhooks.models import Subscription
from scoring.webhooks.services.outbox import numbered
from scoring.webhooks.services.subscriptions import Hook, hook_change, hook_make
from tests.notifications.phones import device_of

from . import printed_game, told_hands
from .archives import archive_ready
from .clubhouse import ONE_GAME, Api, House
from .distant import staged as online_staged
from .planned import planned
from .pooling import staged as pools_staged
from .settlings import named_book, owes, settled
from .sheets import ANN_WINS, file_of, upload
from .teamed import staged as teams_staged
from .tourneys import staged as tournaments_staged

HAND = printed_game.BODIES[0]


@dataclass(slots=True)
class Scene:
    """`match` has one hand, `empty` has not begun; Ann plays Bob in both, at `table`.

    A contest of theirs is closed there. `phones`: what phones were given for the codes of the first
    and of the second table. `invitation`: to be a scorer, and to nobody yet. `spare`: who has no
    sign-in and played nobody. `ids`: of what was made before an act, by the name that addresses
    have for it.
    """

    house: House
    season: Season
    match: Match
    empty: Match
    evening: Evening
    table: Table
    phones: tuple[str, str]
    invitation: Invitation
    spare: Player
    ids: dict[str, int] = field(default_factory=lambda: {"flag": 10**9})

    def path(self, template: str) -> str:
        """`template` with the ids of this scene; a club is named `{slug}`."""
        return template.format(
            slug=self.house.club.slug,
            player=self.house.players["ann"].pk,
            other=self.house.players["cyd"].pk,
            spare=self.spare.pk,
            match=self.match.pk,
            empty=self.empty.pk,
            number=1,
            told=self.match.pk,
            told_number=1,
            league=self.season.league_id,
            season=self.season.pk,
            user=self.house.users["scorer"].pk,
            invitation=self.invitation.pk,
            secret=secret_of(self.invitation),
            evening=self.evening.pk,
            table=self.table.pk,
            code=self.table.code,
            **self.ids,
        )


def as_it_is(_here: Scene) -> None:
    """What most acts need beforehand: nothing."""


def scene(house: House, *, public: bool = True) -> Scene:
    season = house.season(public=public)
    evening = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 20), public=public, tables=("1", "2")
    )
    table, second = evening.tables.order_by("pk")
    match, empty = (
        match_start(
            by=house.person("scorer"),
            player_a=house.players["ann"].pk,
            player_b=house.players["bob"].pk,
            event_id=season.pk,
            evening_table=table.pk,
        )
        for _match in range(2)
    )
    house.api("scorer").enter(match.pk, {"notation": told_hands.VOLE.text})
    rules = rules_make(by=house.person("committee"), name="Scene", base="london", options={})
    upload(house, file_of(*ANN_WINS))
    phones = (phone_open(code=table.code)[1], phone_open(code=second.code)[1])
    invitation = invitation_make(by=house.person("committee"), role=Role.SCORER)
    spare = player_add(by=house.person("director"), name="A. Spare")
    ids = {
        "flag": 10**9,
        "ruling": 10**9,
        "team_ruling": 10**9,
        "order": 10**9,
        "team_order": 10**9,
        "swiss_order": 10**9,
        "posting": 10**9,
        "contest": contest_closed(house, table).pk,
    }
    ids |= {"hand": match.entries.get(number=1).pk, "free_table": second.pk, "rules": rules.pk}
    ids["sheet"] = house.club.sheet_imports.get().pk
    ids |= _settled(house)
    ids["answered"] = _answered(house, match)
    ids["hook"] = hook_told(house).pk
    ids["device"] = device_of(house, "committee").pk
    ids["archive"] = archive_ready(house.club.pk).pk
    ids |= planned(house, spare, public=public)
    ids |= tournaments_staged(house, public=public) | pools_staged(house, public=public)
    ids |= teams_staged(house, public=public)
    ids |= online_staged(house, empty, match)
    ids |= _merged(house)
    # What happened so far has its numbers, so that whoever reads it gives none.
    numbered(house.club.pk)
    return Scene(house, season, match, empty, evening, table, phones, invitation, spare, ids)


def _merged(house: House) -> dict[str, int]:
    """Two who left the club, and were one person."""
    one, other = (
        Player.objects.create(club=house.club, name=name, left_on=date(2026, 1, 31))
        for name in ("Ex Member", "Former Member")
    )
    by = house.person("committee")
    players_merge(by=by, kept=one.pk, gone=other.pk, version=0, gone_version=0)
    return {"merged": one.pk, "merge": one.merges.get().pk}


def _answered(house: House, match: Match) -> int:
    """A flag of Ann's that is settled; nobody's act, so that others count theirs."""
    asked = {"by": house.users["ann"], "at": match.started_at, "text": "A vole?", "number": 1}
    done = {"settled_by": house.users["director"], "settled_at": match.started_at, "answer": "Yes."}
    return Flag.objects.create(match=match, **asked, **done).pk


def _settled(house: House) -> dict[str, int]:
    """Bob owed Ann five, and is to pay them."""
    book = named_book(house, "Settled")
    owes(house, book, "bob", "ann", 5)
    settlement = settled(house, book)
    return {"settlement": settlement.pk, "payment": settlement.payments.get().pk}


def hook_told(house: House) -> Subscription:
    """Switched off, so that nothing is sent; the last thing that happened is kept for it."""
    by = house.person("committee")
    one = hook_make(by=by, hook=Hook("https://hooks.example/club"))
    return hook_change(by=by, subscription=one, version=1, hook=Hook(one.url), on=False)


def contest_closed(house: House, table: Table) -> Contest:
    """Ann against Bob with a gallery, at the first table; nothing was dealt."""
    contest = _contest(house, table, "match", "ann", "bob")
    event_tell(by=house.person("scorer"), contest=contest, event=Closed())
    return contest


def contest_begun(here: Scene, *names: str, kind: str = "cul_leve") -> int:
    """Another at the same table, with these inscribed; its id."""
    return _contest(here.house, here.table, kind, *names).pk


def _contest(house: House, table: Table, kind: str, *names: str) -> Contest:
    plan = Plan(
        kind=kind,
        table=table.pk,
        terms=ONE_GAME,
        agreed={},
        gallery={"levy": 0, "most": 0},
        players=[house.players[name].pk for name in names],
    )
    by = house.person("scorer")
    # The two of the scene play a match as well.
    return contest_open(by=by, evening=table.evening, plan=plan, seat_anyway=True)


def phone_api(secret: str) -> Api:
    """A program that was let in by a table's code."""
    return Api(secret, scheme="Table")
