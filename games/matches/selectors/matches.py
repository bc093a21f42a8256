"""What screens and API read of the record."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import AuditLogEntry, Club
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import current_player_id, own_club_ids, person
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.engine.seats import Seat
from games.engine.states import MatchState, tally
from games.evenings.models import Table
from games.matches.changes import running_games
from games.matches.labels import engine
from games.matches.models import IN_PLAY, Event, Flag, Match

ADJOURNED_MOST = 8
FRAME = ("club", "event", "player_a", "player_b", "evening_table__evening")


def matches() -> QuerySet[Match]:
    return Match.objects.select_related(*FRAME)


_match = Composed(lambda pk: matches().filter(pk=pk).order_by(), pk=int)


def match_now(pk: int) -> Match:
    """As it is now. Raises: Absent."""
    return _match.get(pk=pk)


class VisibleMatches(QuerySet[Match]):
    """Matches in which the names of players are what one actor may know.

    `named_in`: the clubs whose names they see. It holds for the objects read, not for `values`.
    """

    named_in: frozenset[int] = frozenset()

    def _clone(self) -> "VisibleMatches":
        clone: VisibleMatches = super()._clone()  # type: ignore[misc]  # Django's own, without types
        clone.named_in = self.named_in
        return clone

    def _fetch_all(self) -> None:
        is_fresh = self._result_cache is None
        super()._fetch_all()
        if is_fresh:
            for match in self._result_cache or ():
                if isinstance(match, Match) and match.club_id not in self.named_in:
                    veil(match)


def veil(match: Match) -> None:
    """Its players have the names that strangers may know."""
    match.is_veiled = True
    player_names.veil((match.player_a, match.player_b), match.club)


def sees_names(match: Match, somebody: Person) -> bool:
    """The club's own people, and who sits at its table: they sit with the players."""
    return player_names.sees_names(somebody) or is_at_table(match, somebody)


def is_public(match: Match) -> bool:
    """A match is public when its season is; one without a season belongs to the club alone."""
    return match.club.public and match.event is not None and match.event.public


def match(actor: Actor, match_id: int) -> tuple[Match, Person]:
    """Raises: Absent when there is none, or it is not public and not of their club."""
    found = match_now(match_id)
    somebody = person(actor, found.club_id)
    require(somebody, _seeing(found, somebody))
    if not sees_names(found, somebody):
        veil(found)
    return found, somebody


def moved_from(actor: Actor, match_id: int) -> tuple[Match, Table] | None:
    """The match and the phone's table, for a phone at another table of the same evening."""
    here = actor.phone.table if actor.phone else None
    found = matches().filter(pk=match_id, evening_table__isnull=False).first() if here else None
    if here is None or found is None or found.evening_table is None:
        return None
    same = found.evening_table.evening_id == here.evening_id and found.evening_table_id != here.pk
    return (found, here) if same else None


def _seeing(match: Match, somebody: Person) -> Act:
    if is_public(match):
        return Act.SEE_PUBLIC
    return Act.SEE_EVENING if is_at_table(match, somebody) else Act.SEE_CLUB


def is_at_table(match: Match, somebody: Person) -> bool:
    """Whether the code of the table where it is played let them in."""
    return somebody.table_id is not None and somebody.table_id == match.evening_table_id


def is_own(match: Match, somebody: Person) -> bool:
    """Whether they play in it, or its table's code let them in."""
    plays = somebody.user_id is not None and somebody.player_id in match.player_ids
    return plays or is_at_table(match, somebody)


def may(somebody: Person, match: Match, own: Act, any_: Act) -> bool:
    return somebody.may(any_) or (somebody.may(own) and is_own(match, somebody))


def require_for(somebody: Person, match: Match, own: Act, any_: Act) -> None:
    """`own` suffices for who plays in it, or was let in by its table's code. Raises: Denied."""
    require_own_or_any(somebody, own, any_, is_own=is_own(match, somebody))


def visible_matches(actor: Actor) -> VisibleMatches:
    """Every match that the actor may read, of all clubs, with the names that the actor may know."""
    own = _own_clubs(actor)
    public = Q(club__public=True, event__public=True)
    seen = public | Q(club_id__in=own) if own else public
    found = VisibleMatches(Match).select_related(*FRAME).filter(seen)
    found.named_in = own
    return found


def matches_in(club: Club, somebody: Person) -> VisibleMatches:
    """Those of a club. Said by its seasons, so that no other table must be read to count them."""
    found = VisibleMatches(Match).filter(club=club)
    if somebody.may(Act.SEE_CLUB):
        found.named_in = frozenset({club.pk})
        return found
    public = events_in(club, somebody).values_list("pk", flat=True)
    return found.filter(event_id__in=list(public))


_Found = TypeVar("_Found", bound=QuerySet[Match])


def played_by(found: _Found, player_id: int) -> _Found:
    """Also by the id that the player had before being merged into another."""
    pk = current_player_id(player_id)
    return found.filter(player_a_id=pk) | found.filter(player_b_id=pk)


def events_in(club: Club, somebody: Person) -> QuerySet[Event]:
    found = Event.objects.filter(club=club)
    if somebody.may(Act.SEE_CLUB):
        return found
    return found.filter(public=True) if club.public else found.none()


def framed(found: QuerySet[Match], ids: Iterable[int]) -> list[Match]:
    """Those of these ids, in their order, with all that is shown of them.

    A page of ids is read from an index alone; with the rest joined to it, every match before the
    page would be read too.
    """
    ids = list(ids)
    by_id = {match.pk: match for match in found.select_related(*FRAME).filter(pk__in=ids)}
    return [by_id[pk] for pk in ids if pk in by_id]


def _own_clubs(actor: Actor) -> frozenset[int]:
    """The ids themselves: a subquery would keep the database from reading by club."""
    return frozenset(own_club_ids(actor)) if actor.reads_own else frozenset()


def is_in_play(match: Match) -> bool:
    """As IN_PLAY says it of rows."""
    return not match.over and not match.stopped and match.annulled_at is None


def match_in_play_at(table: Table) -> Match | None:
    """The match in play at the table; of several, the one started last."""
    return matches().filter(IN_PLAY, evening_table=table).order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class Replacement:
    """Where the players were changed, the ids of matches. `instead_of`: the one that was annulled
    for this one. `replaced_by`: the one as which this one was entered again; none if it was
    restored since."""

    instead_of: int | None = None
    replaced_by: int | None = None


REPLACING = {"match_change_players": "replaced_by", "match_enter_again": "instead_of"}
_replacing_acts = Composed(
    lambda club, about: (
        AuditLogEntry.objects.only("act", "detail")
        .filter(club=club, kind="match", about=about, act__in=REPLACING)
        .order_by("pk")
    ),
    club=int,
    about=int,
)


def replacement_of(match: Match) -> Replacement:
    rows = _replacing_acts.rows(club=match.club_id, about=match.pk)
    found = {REPLACING[one.act]: one.detail["match"] for one in rows}
    if match.annulled_at is None:
        found.pop("replaced_by", None)
    return Replacement(**found)


def adjourned_between(players: Iterable[int]) -> list[Match]:
    """To be continued, where both are among them; the newest first."""
    ids = list(players)
    found = matches().filter(stopped=Match.Stopped.ADJOURNED, player_a__in=ids, player_b__in=ids)
    return list(found.order_by("-pk")[:ADJOURNED_MOST])


def free_tables(club_id: int) -> list[Table]:
    """Of the evenings of a club that are open, the newest evening first: where nobody plays."""
    open_tables = Table.objects.filter(evening__club=club_id, evening__signed_off_at=None)
    taken = Match.objects.filter(IN_PLAY, evening_table=OuterRef("pk"))
    found = open_tables.filter(~Exists(taken)).select_related("evening")
    rows = list(found.order_by("-evening__held_on", "evening", "pk"))
    running = {
        game.table_id
        for evening in {one.evening for one in rows}
        for game in running_games(evening)
    }
    return [table for table in rows if table.pk not in running]


SIGNED = ("by", "phone__player", "phone__table", "settled_by")


def all_flags() -> QuerySet[Flag]:
    return Flag.objects.select_related(
        "match__club",
        "match__player_a",
        "match__player_b",
        "match__evening_table",
        *SIGNED,
    )


# The match is known.
_flags = Composed(lambda match: Flag.objects.select_related(*SIGNED).filter(match=match), match=int)


def flags_of(match: Match, somebody: Person) -> list[Flag]:
    """For the club's own people and the table itself: strangers read no names in them."""
    if not (somebody.may(Act.SEE_CLUB) or is_at_table(match, somebody)):
        return []
    found = _flags.rows(match=match.pk)
    for one in found:
        one.match = match
    return found


def club_flags(somebody: Person) -> QuerySet[Flag]:
    """Those to settle first, then the newest. Raises: Denied, Absent."""
    require(somebody, Act.SEE_CLUB)
    found = all_flags().filter(match__club_id=somebody.club_id)
    return found.order_by(F("settled_at").desc(nulls_first=True), "-pk")


def flag(actor: Actor, flag_id: int) -> tuple[Flag, Person]:
    """Raises: Absent when there is none, or it is of a club that is not theirs."""
    found = all_flags().filter(pk=flag_id).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.match.club_id)
    require(somebody, Act.SEE_CLUB)
    return found, somebody


def raised_by(found: Flag) -> str:
    if found.by is not None:
        return str(found.by)
    return engine.phone(found.phone) if found.phone else ""


def match_fields(state: MatchState) -> dict[str, Any]:
    """What the entries come to, as a match keeps it for lists."""
    a, b = tally(state, Seat.A), tally(state, Seat.B)
    return {
        "games_a": state.games_won(Seat.A),
        "games_b": state.games_won(Seat.B),
        "rubbers_a": state.rubbers_won(Seat.A),
        "rubbers_b": state.rubbers_won(Seat.B),
        "score_a": state.score.a,
        "score_b": state.score.b,
        "over": state.over,
        "winner": state.winner or "",
        "hands": a.hands,
        "kings_a": a.kings,
        "kings_b": b.kings,
        "voles_a": a.voles,
        "voles_b": b.voles,
    }
