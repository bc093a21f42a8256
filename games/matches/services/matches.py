"""Start a match, or those of a round, and enter one that was played elsewhere."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.clubs.selectors.clubs import refuse_robots
from ecarte_club.core.composed import Composed
from ecarte_club.core.composed_writes import ComposedInsert
from ecarte_club.core.exceptions import ID_MOST, Invalid
from games.engine import serialization
from games.engine.club_rules import options_refusal
from games.engine.codes import CODES, DEFAULT_CODE
from games.engine.match import begin
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import Format, FormatKind, Terms, terms_refusal
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import bump_evening_version, players_seated
from games.matches.changes import match_changed, match_started
from games.matches.labels import engine as words
from games.matches.models import Entry, Event, Match, TermsFields
from games.matches.selectors.matches import match_fields
from games.matches.selectors.reading import seat, state_of
from games.matches.selectors.reading import terms as engine_terms

from .seating import Seating, Start, check_seats

GAMES_MOST = 25
BONUS_MOST = 10
USUAL_GAMES = {FormatKind.ONE_GAME: 1, FormatKind.GAMES: 5, FormatKind.RUBBER: 3}


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """Terms as asked for; `check` says what is allowed.

    Under house rules `code` is the one they were made from, `rules` their name and `options` what
    they change in it: copies, so that whatever becomes of the rules, the contest keeps them.
    """

    code: str = DEFAULT_CODE
    format: str = FormatKind.RUBBER.value
    games: int = 3
    rubbers: int = 1
    game_values: bool = False
    rubber_bonus: int = 0
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    rules: str = ""

    @classmethod
    def under(cls, rules: Rules, **more: Any) -> "MatchTerms":
        return cls(code=rules.code, options=dict(rules.options), rules=rules.name, **more)

    @classmethod
    def of(cls, fields: TermsFields) -> "MatchTerms":
        """Of a match or an event."""
        return cls(**{name: getattr(fields, name) for name in cls.__slots__})

    def check(self) -> None:
        """Raises: Invalid, naming the field and what is allowed there."""
        errors = {}
        if self.code not in CODES:
            errors["code"] = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
        elif refused := options_refusal(CODES[self.code], self.options):
            errors["options"] = words.refusal(refused)
        if self.format not in list(FormatKind):
            allowed = ", ".join(FormatKind)
            errors["format"] = _("Must be one of: %(allowed)s.") % {"allowed": allowed}
        most = 1 if self.format == FormatKind.ONE_GAME else GAMES_MOST
        if not 1 <= self.games <= most:
            errors["games"] = _("Must be from 1 to %(most)s.") % {"most": most}
        if "games" not in errors and not 1 <= self.games * self.rubbers <= GAMES_MOST:
            errors["rubbers"] = _("Too many: a match may have at most %(most)s games.") % {
                "most": GAMES_MOST
            }
        if self.rubber_bonus > BONUS_MOST:
            errors["rubber_bonus"] = _("Must be from 0 to %(most)s.") % {"most": BONUS_MOST}
        if not errors and (refusal := terms_refusal(self.engine())):
            errors[refusal.field] = words.refusal(refusal)
        if errors:
            raise Invalid("invalid_terms", _("These match terms are not possible."), errors=errors)

    def engine(self) -> Terms:
        form = Format(FormatKind(self.format), self.games, self.rubbers)
        code = club_rules.code(self.code, self.options)
        return Terms(code, form, self.game_values, self.rubber_bonus)

    def fields(self) -> dict[str, Any]:
        return asdict(self)


_new_match = ComposedInsert(Match)


@transaction.atomic(savepoint=False)
def match_start(
    *,
    by: Person,
    player_a: int,
    player_b: int,
    event_id: int | None = None,
    terms: MatchTerms | None = None,
    table: str = "",
    evening_table: int | None = None,
    first_dealer: Seat | None = None,
    fixture_id: int | None = None,
    correcting: bool = False,
    only_free: bool = False,
    with_robot: bool = False,
) -> Match:
    """Within an event its terms hold and none may be given; without either the club's rules do.
    `fixture_id`: the fixture of the event that it plays; without one, the first that is open.
    `evening_table`: its id; who plays there is marked as present. `correcting`: as a director
    corrects, also after the evening's sign-off. `only_free`: refused when one of the two is not
    free. `with_robot`: one of them may be a robot, as only at tables online.

    Raises: Invalid when a player, event or table is not this club's, the evening is signed off, the
    fixture is not open, or the terms cannot be; AlreadySeated where nothing else is wrong; Denied.
    """
    own = by.user_id is not None and by.player_id in (player_a, player_b)
    if correcting:
        require(by, Act.CORRECT)
    else:
        require_own_or_any(by, Act.START_OWN, Act.START_ANY, is_own=own)
    _check_players(by.club_id, player_a, player_b, with_robot=with_robot)
    if fixture_id is not None and event_id is None:
        text = _("Name the season of the fixture too.")
        raise Invalid("event_needed", text, field="event")
    table_of = _evening_table(by.club_id, evening_table)
    now = timezone.now()
    match = _new_match.create(
        club_id=by.club_id,
        event_id=event_id,
        table=table_of.name if table_of else table.strip(),
        evening_table=table_of,
        player_a_id=player_a,
        player_b_id=player_b,
        first_dealer=first_dealer or "",
        started_at=now,
        changed_at=now,
        started_by_id=by.user_id,
        **terms_fields(by.club_id, event_id, terms),
    )
    evening = None
    if table_of is not None:
        evening = bump_evening_version(table_of.evening_id, correcting=correcting)
        players_seated(evening_id=table_of.evening_id, player_ids=match.player_ids)
    match_started.send(match=match, fixture=fixture_id)
    if only_free:
        seating = Seating.of(by.club_id, evening, but=match.pk)
        seating.check_free({"player_a": player_a, "player_b": player_b}, event_id)
    log_act(by, "match_start", kind="match", about=match.pk)
    return match


@transaction.atomic(savepoint=False)
def match_enter_at_once(
    *,
    by: Person,
    plays: Sequence[tuple[Play, datetime]],
    started_at: datetime | None = None,
    correcting: bool = False,
    **start: Any,
) -> Match:
    """A match with all its entries at once, each with the time it was played.

    `started_at`: that of the first play, unless given. `start`: arguments of match_start.
    Raises: RefusalError, with the index of the play that cannot be; and as match_start.
    """
    own = by.user_id is not None and by.player_id in (start["player_a"], start["player_b"])
    if correcting:
        require(by, Act.CORRECT)
    else:
        require_own_or_any(by, Act.ENTER_OWN, Act.ENTER_ANY, is_own=own)
    match = match_start(by=by, correcting=correcting, **start)
    before = begin(engine_terms(match), seat(match.first_dealer))
    entries = []
    for number, (play, at) in enumerate(plays, start=1):
        data = serialization.dump(play)
        entry = Entry(match=match, number=number, place=number, kind=str(data["kind"]), data=data)
        entry.by_id, entry.at = by.user_id, at
        entries.append(entry)
    Entry.objects.bulk_create(entries)
    after = state_of(match, entries)
    written = {**match_fields(after), "version": len(entries)}
    if plays:
        written |= {"started_at": plays[0][1], "changed_at": max(at for _play, at in plays)}
    if started_at is not None:
        written["started_at"] = started_at
    Match.objects.filter(pk=match.pk).update(**written)
    for name, value in written.items():
        setattr(match, name, value)
    match_changed.send(match=match, before=before, after=after, by=by)
    return match


def _pair(club: int, a: int, b: int) -> QuerySet[Player, Any]:
    rows = Player.objects.select_for_update(no_key=True).filter(
        club_id=club, pk__in=[a, b], merged_into=None, anonymised_at=None
    )
    return rows.order_by("pk").values_list("pk")


_players_and_robots = Composed(_pair, club=int, a=int, b=int)
_players = Composed(lambda club, a, b: _pair(club, a, b).filter(robot=""), club=int, a=int, b=int)


def _check_players(club_id: int, player_a: int, player_b: int, *, with_robot: bool) -> None:
    if player_a == player_b:
        raise Invalid("same_player", _("Choose two different players."), field="player_b")
    players = _players_and_robots if with_robot else _players
    # Of two ids one may be too large for any column, and the other known.
    a, b = (pk if abs(pk) <= ID_MOST else 0 for pk in (player_a, player_b))
    known = {pk for (pk,) in players.tuples(club=club_id, a=a, b=b)}
    sent = {"player_a": player_a, "player_b": player_b}
    text = _("Must be a player of this club.")
    if errors := {field: text for field, pk in sent.items() if pk not in known}:
        for field in errors:
            refuse_robots(club_id, [sent[field]], field=field)
        text = _("This player does not belong to this club.")
        raise Invalid("unknown_player", text, errors=errors)


_table = Composed(
    lambda pk: Table.objects.select_related("evening").filter(pk=pk).order_by(), pk=int
)


def _evening_table(club_id: int, table_id: int | None) -> Table | None:
    if table_id is None:
        return None
    table = _table.first(pk=table_id)
    if table is None or table.evening.club_id != club_id:
        text = _("Must be a table of an evening of this club.")
        raise Invalid("unknown_table", text, field="evening_table")
    return table


_club = Composed(lambda pk: Club.objects.select_related("rules").filter(pk=pk).order_by(), pk=int)
_event = Composed(
    lambda pk, club: Event.objects.filter(pk=pk, club_id=club).order_by(), pk=int, club=int
)


def terms_fields(club_id: int, event_id: int | None, asked: MatchTerms | None) -> dict[str, Any]:
    if event_id is None:
        if asked is None:
            asked = MatchTerms.under(club_rules.of_club(_club.get(pk=club_id)))
        asked.check()
        return asked.fields()
    event = _event.first(pk=event_id, club=club_id)
    if event is None:
        raise Invalid("unknown_event", _("Must be a season of this club, or none."), field="event")
    own = MatchTerms.of(event).fields()
    if asked is not None and asked.fields() != own:
        raise Invalid("terms_fixed", _("The season sets the terms. Leave them out."), field="event")
    return own


@transaction.atomic(savepoint=False)
def event_open(
    *, by: Person, name: str, public: bool, terms: MatchTerms, of_teams: bool = False
) -> Event:
    require(by, Act.OPEN_SEASON)
    terms.check()
    event = Event.objects.create(
        club_id=by.club_id,
        name=name,
        public=public,
        of_teams=of_teams,
        created_by_id=by.user_id,
        **terms.fields(),
    )
    log_act(by, "event_open", kind="season", about=event.pk)
    return event


STARTS_MOST = 60


@transaction.atomic(savepoint=False)
def matches_start(
    *,
    by: Person,
    evening: Evening,
    starts: Sequence[Start],
    event_id: int | None = None,
    terms: MatchTerms | None = None,
    seat_anyway: bool = False,
) -> list[Match]:
    """All at once; who plays is marked as present. `seat_anyway`: also players who are not free.

    Raises: Denied; AlreadySeated; Invalid when the evening is signed off, somebody would play
    twice, a table is named twice, is taken or of another evening, and as match_start. Errors are
    named `matches.0.player_a`, the first being 0.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be from 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, field="matches")
    players_lock({pk for start in starts for pk in (start.player_a, start.player_b)})
    bump_evening_version(evening.pk)
    check_seats(evening, starts, event_id, seat_anyway=seat_anyway)
    return [_start(by, number, start, event_id, terms) for number, start in enumerate(starts)]


def players_lock(ids: Collection[int]) -> None:
    """In one order and before the evening, as match_start takes them: no two starts wait in a
    ring."""
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def _start(
    by: Person, number: int, start: Start, event_id: int | None, terms: MatchTerms | None
) -> Match:
    try:
        return match_start(
            by=by,
            player_a=start.player_a,
            player_b=start.player_b,
            event_id=start.event_id or event_id,
            terms=None if start.event_id else terms,
            evening_table=start.table,
            first_dealer=start.first_dealer,
            fixture_id=start.fixture_id,
        )
    except Invalid as fault:
        if {"event", "evening"} & fault.errors.keys() or not fault.errors:
            raise
        raise fault.within(f"matches.{number}") from fault


def beside(fault: Invalid, places: Sequence[int], many: str, one: str) -> Invalid:
    """What `matches_start` says of its matches, said of those of a longer list (`many`) at these
    places; of the two players as of the `one` that they play."""
    errors = {}
    for name, text in fault.errors.items():
        _list, _dot, rest = name.partition("matches.")
        number, _dot, field = rest.partition(".")
        own = "table" if field == "table" else one
        errors[f"{many}.{places[int(number)]}.{own}" if number.isdigit() else name] = text
    return fault.renamed(errors)
