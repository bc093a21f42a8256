"""The competitors of a season: players, or teams. What differs between the two is stated here.

Entrants and teams have the same columns as far as a season's calendar goes (`place`, `left_round`,
`struck`, `before_left`), and so have fixtures of players and meetings of teams (`round`, `number`,
`home`, `away`, `day`, `moved_from`, `award`, `reason`, `version`). Fixture means either here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.db.models import Max, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.selectors.clubs import refuse_robots
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.changes import player_skills
from scoring.leagues.models import Board, Entrant, Fixture, Meeting, Season, Team
from scoring.leagues.rules.berger import Fixture as Planned
from scoring.leagues.rules.days import Slot
from scoring.leagues.rules.diary import Dated

from .due import open_fixtures
from .fixtures import State, state_of
from .meetings import boards_of, line, results_of

Text = str | Promise


def active_players(club_id: int) -> QuerySet[Player]:
    players = Player.objects.filter(club_id=club_id, merged_into=None, anonymised_at=None)
    return players.filter(left_on=None, robot="").order_by("pk")


def check_players(
    club_id: int, ids: Iterable[int], field: str, *, lock: bool = False
) -> Mapping[int, str]:
    """Their names. Raises: Invalid, naming the field, unless all of them play at the club."""
    wanted = set(ids)
    rows = active_players(club_id).filter(pk__in=wanted)
    rows = rows.select_for_update(no_key=True) if lock else rows
    names = dict(rows.values_list("pk", "name"))
    if names.keys() != wanted:
        refuse_robots(club_id, wanted - names.keys(), field=field)
        raise Invalid("unknown_player", _("Must be players of this club."), field=field)
    return names


def players_lock(club_id: int, ids: Iterable[int], *, field: str) -> Mapping[int, str]:
    """Their names; none of them can be merged away before the commit. Raises: as check_players."""
    return check_players(club_id, ids, field, lock=True)


class Competitors(ABC):
    """Of one season. Ids are those of players or of teams, as `home` and `away` have them.

    `kind`, `fixture_kind`: what requests, errors, messages and the audit log call one of them, and
    what it plays; `act_kind`: how acts upon one of them begin in the audit log. `season_column`:
    what `entered_model` and `fixture_model` call the season. `related`: what `states` needs with
    each fixture.
    """

    kind: ClassVar[str]
    fixture_kind: ClassVar[str]
    act_kind: ClassVar[str]
    model: ClassVar[Any]
    entered_model: ClassVar[Any]
    fixture_model: ClassVar[Any]
    season_column: ClassVar[str]
    related: ClassVar[Sequence[str]]
    other_kind: ClassVar[tuple[str, Text]]
    not_planned: ClassVar[Text]
    entered_twice: ClassVar[Text]
    not_entered: ClassVar[Text]
    in_play: ClassVar[Text]
    has_begun: ClassVar[Text]
    has_decisions: ClassVar[Text]
    has_left: ClassVar[Text]

    def __init__(self, season: Season) -> None:
        self.season = season

    @property
    def entered(self) -> QuerySet[Any]:
        """Entrants or teams, in the order of their places, withdrawn ones too."""
        rows: QuerySet[Any] = self.entered_model.objects.filter(**self._of_season)
        return rows.order_by("place")

    @property
    def fixtures(self) -> QuerySet[Any]:
        rows: QuerySet[Any] = self.fixture_model.objects.filter(**self._of_season)
        return rows

    @property
    def _of_season(self) -> dict[str, int]:
        return {self.season_column: self.season.pk}

    @property
    @abstractmethod
    def open_fixtures(self) -> QuerySet[Any]:
        """Those of which nothing was begun or decided."""

    @abstractmethod
    def planned(self) -> Mapping[int, int | None]:
        """Those the calendar was made for, in the order of their places: from which round on each
        has left."""

    @abstractmethod
    def find(self, competitor: int) -> Any:
        """The entrant or the team. None for a player who never entered.

        Raises: Invalid for what is no team of the season.
        """

    def names(self, ids: Iterable[int]) -> Mapping[int, str]:
        return dict(self.model.objects.filter(pk__in=set(ids)).values_list("pk", "name"))

    @abstractmethod
    def checked_names(self, ids: Iterable[int], field: str = "entrants") -> Mapping[int, str]:
        """Raises: Invalid, naming the field, unless all of them may play in the season."""

    @abstractmethod
    def lock(self, ids: Iterable[int], field: str) -> None:
        """Before the season is. Raises: as checked_names, for players."""

    @abstractmethod
    def states(self, rows: Iterable[Any]) -> Callable[[Any], State]: ...

    def new_fixture(self, *, table: str = "", **columns: Any) -> Any:
        """Not saved. Meetings have no tables."""
        if self.fixture_model is Fixture:
            columns["table"] = table
        return self.fixture_model(**{f"{self.season_column}_id": self.season.pk}, **columns)

    @abstractmethod
    def slots(self, rows: Sequence[Any]) -> Sequence[Fixture | Board]:
        """What matches can be played for in these fixtures, in the order in which they take it."""

    @abstractmethod
    def marks(self) -> dict[str, int]:
        """Kept with a withdrawal, so that `came_since` knows who came after it."""

    @abstractmethod
    def came_since(self, marks: Mapping[str, Any]) -> Iterable[str]:
        """The names of those who have entered the calendar since."""

    def id_of(self, entered: Any) -> int:
        """Of an entrant or a team, as fixtures have it."""
        return int(entered.player_id if isinstance(entered, Entrant) else entered.pk)

    def check_kind(self, *, of_teams: bool) -> None:
        """Raises: Invalid unless these are teams, or players."""
        if bool(self.season.boards) != of_teams:
            code, text = self.other_kind
            raise Invalid(code, text, field="season")

    def diary(self) -> "Diary":
        rows = self.fixtures.filter(day__isnull=False).exclude(award=Fixture.Award.VOID)
        read = list(rows.select_related("round", *self.related))
        return Diary({planned_of(row): row for row in read}, self.states(read))


class Players(Competitors):
    kind, fixture_kind, act_kind = "player", "fixture", "entrant"
    model, entered_model, fixture_model, season_column = Player, Entrant, Fixture, "event"
    related = ("match",)
    # Said where players are sought and teams play, and the other way round.
    other_kind = "not_of_teams", gettext_lazy("This season is for individual players.")
    not_planned = gettext_lazy("The fixtures are not made yet. Add the player when you make them.")
    entered_twice = gettext_lazy(
        "This player is already in the season, or has withdrawn. A player can enter only once."
    )
    not_entered = gettext_lazy("This player is not in the season, or has already withdrawn.")
    in_play = gettext_lazy(
        "This player has a fixture that is not finished. Finish its match first, or abandon it."
    )
    has_begun = gettext_lazy("Fixtures must be made before the first match.")
    has_decisions = gettext_lazy(
        "Some fixtures were decided without play. Withdraw those decisions first."
    )
    has_left = gettext_lazy(
        "One of the two players has withdrawn from the season. Undo that withdrawal first."
    )

    @property
    def open_fixtures(self) -> QuerySet[Fixture]:
        return open_fixtures().filter(event=self.season.pk)

    def planned(self) -> Mapping[int, int | None]:
        return dict(self.entered.values_list("player_id", "left_round"))

    def find(self, competitor: int) -> Entrant | None:
        return self.entered.filter(player=competitor).select_related("player").first()

    def checked_names(self, ids: Iterable[int], field: str = "entrants") -> Mapping[int, str]:
        return check_players(self.season.league.club_id, ids, field)

    def lock(self, ids: Iterable[int], field: str) -> None:
        players_lock(self.season.league.club_id, ids, field=field)

    def states(self, rows: Iterable[Fixture]) -> Callable[[Fixture], State]:
        return state_of

    def slots(self, rows: Sequence[Fixture]) -> Sequence[Fixture]:
        return rows

    def marks(self) -> dict[str, int]:
        return {"place": last(self.entered, "place")}

    def came_since(self, marks: Mapping[str, Any]) -> Iterable[str]:
        return self.entered.filter(place__gt=marks["place"]).values_list("player__name", flat=True)


class Teams(Competitors):
    kind, fixture_kind, act_kind = "team", "meeting", "team"
    model, entered_model, fixture_model, season_column = Team, Team, Meeting, "season"
    related = ("home", "away")
    other_kind = (
        "of_teams",
        gettext_lazy("This season is for teams. Make their meetings instead."),
    )
    not_planned = gettext_lazy(
        "The meetings are not made yet. Include this team when you make them."
    )
    entered_twice = gettext_lazy("This team already has its meetings.")
    not_entered = gettext_lazy("This team has already withdrawn from the season.")
    in_play = gettext_lazy(
        "This team has a meeting that is not finished. Finish its matches first, or abandon them."
    )
    has_begun = gettext_lazy("Meetings must be made before the first match.")
    has_decisions = gettext_lazy(
        "Some meetings were decided without play. Withdraw those decisions first."
    )
    has_left = gettext_lazy(
        "One of the two teams has withdrawn from the season. Undo that withdrawal first."
    )

    @property
    def open_fixtures(self) -> QuerySet[Meeting]:
        touched = Board.objects.exclude(match=None, award="").filter(meeting__season=self.season.pk)
        rows = self.fixtures.filter(award="", away__isnull=False)
        return rows.exclude(pk__in=touched.values("meeting"))

    def planned(self) -> Mapping[int, int | None]:
        pairs = self.fixtures.values_list("home", "away")
        ids = {pk for pair in pairs for pk in pair if pk is not None}
        return dict(self.entered.filter(pk__in=ids).values_list("pk", "left_round"))

    def find(self, competitor: int) -> Any:
        self.checked_names([competitor], "team")
        return self.entered.get(pk=competitor)

    def checked_names(self, ids: Iterable[int], field: str = "entrants") -> Mapping[int, str]:
        wanted = set(ids)
        names = dict(self.entered.filter(pk__in=wanted).values_list("pk", "name"))
        if names.keys() != wanted:
            text = _("Must be teams of this season.")
            if field == self.kind:
                text = _("Must be a team of this season.")
            raise Invalid("unknown_team", text, field=field)
        return names

    def lock(self, ids: Iterable[int], field: str) -> None:
        """Teams change under the lock of their season only."""

    def states(self, rows: Iterable[Meeting]) -> Callable[[Meeting], State]:
        """A few queries, however many they are. Where nobody played at any board, nothing was."""
        ids = [row.pk for row in rows]
        boards, results = boards_of(ids), results_of(ids)

        def state(row: Meeting) -> State:
            own = line(row, boards.get(row.pk, ()), results, self.season.team_scheme).state
            if own is State.PLAYED and all(board.match is None for board in boards[row.pk]):
                return State.WALK_OVER
            return own

        return state

    def slots(self, rows: Sequence[Meeting]) -> Sequence[Board]:
        """Of meetings that are decided too: their boards are open once the decision is undone."""
        boards = Board.objects.filter(meeting__in=rows, match=None, award="").exclude(home=None)
        ordered = boards.exclude(away=None).order_by("meeting__round__number", "number")
        return [one for one in ordered.select_related("meeting") if one.meeting.is_lined_up]

    def marks(self) -> dict[str, int]:
        return {"meeting": last(self.fixtures, "pk")}

    def came_since(self, marks: Mapping[str, Any]) -> Iterable[str]:
        """Teams that have their meetings since the last one there was."""
        pairs = self.fixtures.values_list("home", "away")
        before = {pk for pair in pairs.filter(pk__lte=marks["meeting"]) for pk in pair}
        since = {pk for pair in pairs.filter(pk__gt=marks["meeting"]) for pk in pair if pk}
        return self.names(since - before).values()


def competitors_of(season: Season) -> Competitors:
    return Teams(season) if season.boards else Players(season)


def last(rows: QuerySet[Any], column: str) -> int:
    """The highest value; 0 where there are no rows."""
    return int(rows.order_by().aggregate(last=Max(column))["last"] or 0)


@dataclass(frozen=True, slots=True)
class Diary:
    """What is planned in a season, `rows` by what they are to the rules; without fixtures that are
    not played because of a withdrawal, and without those that have no day."""

    rows: Mapping[Planned, Any]
    state: Callable[[Any], State]

    @property
    def dated(self) -> Sequence[Dated]:
        return [dated_of(row) for row in self.rows.values()]

    def of(self, *states: State) -> list[Planned]:
        return [planned for planned, row in self.rows.items() if self.state(row) in states]


def dated_of(row: Fixture | Meeting) -> Dated:
    if row.day is None:
        raise ValueError("a fixture without a day is no part of a diary")
    return Dated(planned_of(row), Slot(row.day, row.sitting or 1), row.moved_from is not None)


def planned_of(row: Fixture | Meeting) -> Planned:
    return Planned(row.round.number, row.home_id, row.away_id)


def sides_of(row: Fixture | Meeting | Board) -> list[int]:
    return [pk for pk in (row.home_id, row.away_id) if pk is not None]


def ratings_on_entry(club: Club, players: Sequence[int]) -> Mapping[int, int]:
    """As an entrant keeps them."""
    (skills,) = player_skills.ask(club=club, players=players)
    return {player: skill.rating for player, skill in skills.items()}
