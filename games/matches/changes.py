"""What the apps above follow, inside the transaction of the write, and what pages ask of them.

`ecarte_club.followers` lists who follows and who answers.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.followers import Change, Question
from games.engine.notation.evaluation import HandResult
from games.engine.seats import Seat
from games.engine.states import Tally
from games.evenings.models import Evening, Table

from .models import Match

# Sent with `match`, which has just been started, and the id of the `fixture` that it plays, if one
# was chosen.
match_started = Change("match_started")
# Sent with `match`, its state `before` and `after` the entry (engine MatchStates), and `by`; with
# the `entry` itself, unless the whole match was entered at once.
match_changed = Change("match_changed")
# Sent once with `entered`, a list of EnteredMatch, when many matches were entered at once; the two
# changes above are then not sent.
matches_entered = Change("matches_entered")

# Sent with `match`, which is about to be moved to another table of its evening.
match_moving = Change("match_moving")

# Asked with `match`: lists of figures that follow from it (games.matches.selectors.effects.Figure),
# for the preview of a correction.
match_figures = Question("match_figures")
# Asked with `code` (a printed one), `score` and `dealer` of a game in play: the chance, a Fraction,
# that the first player wins it.
game_odds = Question("game_odds")
# Asked with `evening` and `veiled` (with the names for the public): lists of RunningGame.
evening_games = Question("evening_games")
# Asked with `evening` and `veiled` (without what the public may not know): lists of Engagement.
engagements = Question("engagements")
# Asked with `match` and `person`: a NextStep, or None.
next_steps = Question("next_steps")
# Asked with `match_id` of a match that no longer exists, and `actor`: a NextStep, or None.
next_steps_after_undo = Question("next_steps_after_undo")
# Asked with `evening` and `person`: DueMatches, or None.
matches_due = Question("matches_due")
# Asked with `club_id`, `day` and `player_ids`: lists of DuePair of that day and before, each with
# one of these players.
pairs_due = Question("pairs_due")
# Asked with `event_id` and `player_ids` of two: ids and titles of their fixtures that are open.
fixtures_open = Question("fixtures_open")
# Asked with `event_id`, `player_ids` of two and `fixture_id`, if one was chosen: the DrawnPairing
# that they are to play, or None.
pairings_drawn = Question("pairings_drawn")
# Asked with `match_ids` of matches of events: the ids of those that count for nothing there.
matches_uncounted = Question("matches_uncounted")
# Asked with `event_ids`: of those in which planned fixtures alone count, how many are open between
# each two players, by event and pair.
fixtures_left = Question("fixtures_left")
# Asked with `match_ids` of matches in play: the ids of those by correspondence.
matches_by_correspondence = Question("matches_by_correspondence")
# Asked with `player`: a PlayerFact, or None.
profile_facts = Question("profile_facts")
# Asked with `club_id` and `person`: lists of matches in play at tables online that they may see,
# each with its `online`, the newest first.
matches_online = Question("matches_online")
# Asked with `match_ids` and `person`: an OnlinePlace by the id of each that is or was played
# online.
online_places = Question("online_places")

# Asked with `match`, which goes on no more: of its hands played online, every card (engine
# HandResults) by the number of the entry.
full_hands = Question("full_hands")
# Asked with `match`: decisions on which a player sought advice, as the Seat by the number of the
# hand's entry and the place of the action among its actions.
advice_places = Question("advice_places")


@dataclass(frozen=True, slots=True)
class EnteredMatch:
    """A match all of whose entries were made at once. `tallies`: of the first and second player."""

    match_id: int
    event_id: int | None
    player_ids: tuple[int, int]
    over: bool
    winner: Seat | None
    tallies: tuple[Tally, Tally]


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A pool or chouette at a table: its title, how it stands in one line (`note`), the address of
    its page, and its id."""

    table_id: int
    title: str
    note: str
    address: str
    over: bool
    id: int = 0


@dataclass(frozen=True, slots=True)
class Engagement:
    """What keeps players of an evening, and a table, from being free though no match is in play: a
    pool or chouette, or a tournament's round that waits for them. `event_id`: the tournament, whose
    own matches it does not stand in the way of. `address`: of its page; `seats`: who sits there, if
    that is known."""

    title: str
    player_ids: frozenset[int]
    table_id: int | None = None
    event_id: int | None = None
    address: str = ""
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NextStep:
    """What follows a match that is part of something larger: a sentence once it is over, and the
    address where it goes on, with the text of the link. `leads`: the players go on there."""

    message: str
    address: str
    label: str
    leads: bool = True


@dataclass(frozen=True, slots=True)
class DueMatches:
    """Matches that are planned and not started: how many, and the address where they are started.
    `label`: the text of the link, unless they are fixtures."""

    count: int
    address: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class DuePair:
    """A fixture or board that is due and not begun. `title`: its season and round. `fixture_id`:
    None of a board."""

    event_id: int
    player_a: Player
    player_b: Player
    title: str
    fixture_id: int | None = None

    @property
    def player_ids(self) -> frozenset[int]:
        return frozenset((self.player_a.pk, self.player_b.pk))


@dataclass(frozen=True, slots=True)
class DrawnPairing:
    """Of a tournament, to be played. `title`: the tournament and its round. `first_dealer`: "a",
    where the draw says that whoever is at home deals first; else it is cut for."""

    title: str
    home_id: int
    away_id: int
    first_dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class PlayerFact:
    """A row of facts about a player: label, value, a note on it, the address of its page, and the
    day that it is about, if any."""

    label: str
    text: str
    note: str
    address: str
    day: date | None = None


def due_matches(evening: Evening, person: Person) -> list[DueMatches]:
    answers = matches_due.ask(evening=evening, person=person)
    return [due for due in answers if due is not None]


def due_pairs(club_id: int, day: date, player_ids: Collection[int]) -> list[DuePair]:
    """With one of these players or both, those of the day itself first."""
    if not player_ids:
        return []
    answers = pairs_due.ask(club_id=club_id, day=day, player_ids=player_ids)
    return [pair for pairs in answers for pair in pairs]


def open_fixtures_of(event_id: int, player_ids: Collection[int]) -> list[tuple[int, str]]:
    """Of these two in the event, the first to be played first."""
    answers = fixtures_open.ask(event_id=event_id, player_ids=player_ids)
    return [fixture for fixtures in answers for fixture in fixtures]


def drawn_pairing(
    event_id: int, player_ids: Collection[int], fixture_id: int | None = None
) -> DrawnPairing | None:
    """Of these two: the one that was chosen, or else the first to be played."""
    answers = pairings_drawn.ask(event_id=event_id, player_ids=player_ids, fixture_id=fixture_id)
    return next((pairing for pairing in answers if pairing is not None), None)


def counts(match: Match) -> bool:
    """Whether it counts in its event. False also for a match of none."""
    mark_uncounted([match])
    return match.event_id is not None and match.annulled_at is None and not match.is_uncounted


def by_correspondence(match_ids: Collection[int]) -> frozenset[int]:
    """The ids of those that leave their players days for an action."""
    answers = matches_by_correspondence.ask(match_ids=match_ids) if match_ids else []
    return frozenset(pk for answer in answers for pk in answer)


def mark_uncounted(matches: Iterable[Match]) -> None:
    """Those that count for nothing in their events, though they are neither annulled nor
    friendly."""
    rows = [one for one in matches if one.event_id is not None and one.annulled_at is None]
    if not rows:
        return
    answers = matches_uncounted.ask(match_ids=[one.pk for one in rows])
    uncounted = frozenset(pk for answer in answers for pk in answer)
    for one in rows:
        one.is_uncounted = one.pk in uncounted


def online_matches(club_id: int, person: Person) -> list[Match]:
    """In play at tables online, by correspondence too, as far as they may see them."""
    answers = matches_online.ask(club_id=club_id, person=person)
    return [match for found in answers for match in found]


def mark_online(matches: Iterable[Match], person: Person) -> None:
    """Those that are or were played online."""
    rows = list(matches)
    if not rows:
        return
    answers = online_places.ask(match_ids=[one.pk for one in rows], person=person)
    places = {pk: place for answer in answers for pk, place in answer.items()}
    for one in rows:
        one.online = places.get(one.pk)


def hands_with_all_cards(match: Match) -> dict[int, HandResult]:
    """By the number of the entry, of those whose entries have only what everybody saw."""
    answers = full_hands.ask(match=match)
    return {number: result for answer in answers for number, result in answer.items()}


def decisions_advised(match: Match) -> dict[tuple[int, int], Seat]:
    """By the number of the hand's entry and the place of the action that followed the advice."""
    if not match.has_robot:
        return {}
    answers = advice_places.ask(match=match)
    return {place: seat for answer in answers for place, seat in answer.items()}


def online_topic(club_id: int) -> str:
    """By which pages hear what happens at the tables online of a club."""
    return f"online-club:{club_id}"


def fixtures_left_of(event_ids: Collection[int]) -> Mapping[int, Mapping[frozenset[int], int]]:
    """By event, of those in which planned fixtures alone count; then by the two players."""
    answers = fixtures_left.ask(event_ids=event_ids) if event_ids else []
    return {event: pairs for answer in answers for event, pairs in answer.items()}


def due_by_pair(
    club_id: int, day: date, player_ids: Collection[int]
) -> Mapping[frozenset[int], DuePair]:
    """Between these players; of several that two have, the first."""
    found: dict[frozenset[int], DuePair] = {}
    for pair in due_pairs(club_id, day, player_ids):
        if pair.player_ids <= set(player_ids):
            found.setdefault(pair.player_ids, pair)
    return found


def table_games(evening: Evening, *, veiled: bool) -> list[RunningGame]:
    """Pools and chouettes at the tables, those that go on first. `veiled`: with public names."""
    answers = evening_games.ask(evening=evening, veiled=veiled)
    return sorted((game for games in answers for game in games), key=lambda game: game.over)


def engagements_of(evening: Evening, *, veiled: bool = False) -> list[Engagement]:
    answers = engagements.ask(evening=evening, veiled=veiled)
    return [engagement for found in answers for engagement in found]


def running_games(evening: Evening) -> list[RunningGame]:
    """Those that go on, which keep the evening from being signed off."""
    return [game for game in table_games(evening, veiled=False) if not game.over]


def running_game_at(table: Table) -> RunningGame | None:
    """`table.evening` must have been read."""
    games = running_games(table.evening)
    return next((game for game in games if game.table_id == table.pk), None)


def next_step(match: Match, person: Person) -> NextStep | None:
    answers = next_steps.ask(match=match, person=person)
    return next((step for step in answers if step is not None), None)


def next_step_after_undo(match_id: int, actor: Actor) -> NextStep | None:
    """Of the pool that a match belonged to before it was undone."""
    if Match.objects.filter(pk=match_id).exists():
        return None
    answers = next_steps_after_undo.ask(match_id=match_id, actor=actor)
    return next((step for step in answers if step is not None), None)


def player_facts(player: Player) -> list[PlayerFact]:
    """For members of the player's club."""
    answers = profile_facts.ask(player=player)
    return [fact for fact in answers if fact is not None]
