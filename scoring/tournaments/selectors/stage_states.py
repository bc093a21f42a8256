"""The states of a knock-out's tree and of groups, worked out of entrants, fixtures and matches.

A fixture's row is found by its slot: the number of its round, and its own with the part before it.
Third place is played in the last round, the consolation from the second on. After groups its
rounds are counted on from theirs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.seats import Seat
from scoring.leagues.models import Entrant, Fixture
from scoring.tournaments.rules import brackets, knockout, round_robin
from scoring.tournaments.rules.knockout import Part, State, Terms
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import Because, How, Record, Result, Slot
from scoring.tournaments.rules.stages import Fixture as Planned

from . import berger
from .berger import A_PART
from .draws import placed, qualified
from .pool_states import withdrawn
from .progress import Award, Progress

# From which group somebody of the first round came; and that both came from one.
CAME, CLASH = "tree_came", "tree_clash"
# Before the codes of all kinds but a Swiss, which has some of them as well.
TREE = "tree_"
WITHDREW = f"{TREE}{Because.WITHDREW}"
WINNERS: Mapping[str, str] = {Award.HOME.value: "home_id", Award.AWAY.value: "away_id"}


def tree_begun(progress: Progress, seed: str) -> State:
    """Nothing played. Raises: NotTakenError for so many as cannot play so."""
    stage = progress.tournament.stage
    if stage.kind is Kind.GROUPS:
        return _placed(progress, placed(progress).order)
    terms = Terms(stage.seeds, seed, stage.third_place, stage.consolation)
    return knockout.begin(terms, progress.players)


def _placed(progress: Progress, order: tuple[int, ...]) -> State:
    """Without what so few cannot play, where some have withdrawn."""
    stage = progress.tournament.stage
    wanted = (
        Terms(None, "", third_place=third, consolation=consolation)
        for third, consolation in (
            (stage.third_place, stage.consolation),
            (stage.third_place, False),
            (False, False),
        )
    )
    terms = next((one for one in wanted if not knockout.terms_refusal(one, order)), Terms())
    return knockout.begin(terms, order)


def tree_state(progress: Progress) -> State:
    """As it stands."""
    return replace(_placed(progress, tree_order(progress)), record=tree_record(progress))


def tree_order(progress: Progress) -> tuple[int, ...]:
    """The entrants by their places, as they were drawn: everybody stands in the first round. Read
    there and not drawn again, as lots are others once two players have become one."""
    first = [one for one in progress.of_round(progress.group_rounds + 1) if one.number < A_PART]
    pairs = [(one.home_id, *([one.away_id] if one.away_id else [])) for one in first]
    number = sum(map(len, pairs))
    sheet = brackets.lines(number)
    held: dict[int, int] = {}
    for line, pair in enumerate(pairs):
        places = [place for place in sheet[2 * line : 2 * line + 2] if place <= number]
        held |= dict(zip(places, pair, strict=True))
    return tuple(held[place] for place in sorted(held))


def tree_record(progress: Progress) -> Record:
    return recorded(
        [(slot_of(progress, one), one) for one in tree_rows(progress)], progress.entrants
    )


def tree_rows(progress: Progress) -> list[Fixture]:
    """Of the tree, between two."""
    here = (one for one in progress.fixtures if one.round.number > progress.group_rounds)
    return [one for one in here if one.away_id is not None]


def begun_rows(progress: Progress) -> dict[Slot, Fixture]:
    """What nobody else may come to play, as long as what was entered in it stands."""
    return {slot_of(progress, one): one for one in tree_rows(progress) if is_begun(one)}


def is_begun(one: Fixture) -> bool:
    return one.match_id is not None or is_awarded(one)


def recorded(rows: Sequence[tuple[Slot, Fixture]], entrants: Iterable[Entrant]) -> Record:
    """`rows`: of two who are to play, or have."""
    results = [found for slot, one in rows for found in _result(slot, one)]
    return Record(
        results=tuple(sorted(results, key=lambda one: one.slot)),
        begun=tuple(sorted(slot for slot, one in rows if one.match and not one.match.over)),
        withdrawn=withdrawn(entrants),
    )


def _result(slot: Slot, one: Fixture) -> Iterator[Result]:
    match = one.match
    if match is not None and match.over:
        players = {Seat.A.value: match.player_a_id, Seat.B.value: match.player_b_id}
        yield Result(slot, How.PLAYED, players.get(match.winner))
    elif is_awarded(one):
        how = How.WALKOVER if one.award in WINNERS else How.BOTH_ABSENT
        yield Result(slot, how, getattr(one, WINNERS[one.award]) if one.award in WINNERS else None)


def is_awarded(one: Fixture) -> bool:
    """By somebody: what follows from a withdrawal goes with it."""
    return bool(one.award) and not (one.why and one.why[0][0] == WITHDREW)


def slot_of(progress: Progress, one: Fixture) -> Slot:
    part, number = divmod(one.number, A_PART)
    if part == Part.THIRD_PLACE:
        return Slot(part, 1, number)
    round_ = one.round.number - progress.group_rounds
    return Slot(part, round_ - (part == Part.CONSOLATION), number)


def place_of(progress: Progress, slot: Slot, entrants: int) -> tuple[int, int]:
    """The number of its round, and its own."""
    number = slot.part * A_PART + slot.number
    if slot.part == Part.THIRD_PLACE:
        return progress.group_rounds + brackets.rounds(entrants), number
    return progress.group_rounds + slot.round + (slot.part == Part.CONSOLATION), number


def fields(one: Planned) -> dict[str, Any]:
    """Of its row: who plays, what follows without play, and why."""
    home, away = (*one.entrants, None)[:2]
    return {"home_id": home, "away_id": away, "award": award(one), "why": why(one)}


def came(why: Iterable[list[Any]]) -> list[list[Any]]:
    """What is told of the groups, which stays whatever follows."""
    return [one for one in why if one[0] in (CAME, CLASH)]


def award(one: Planned) -> str:
    """What the tree itself decides."""
    if one.how is How.BYE:
        return Award.BYE.value
    if one.reason.because is not Because.WITHDREW:
        return ""
    if one.how is How.BOTH_ABSENT:
        return Award.BOTH_ABSENT.value
    return Award.HOME.value if one.winner == one.sides[0] else Award.AWAY.value


def why(one: Planned) -> list[list[Any]]:
    """In the order in which `Because` names its figures; an entrant is who it is about."""
    params = dict(one.reason.params)
    who = params.pop("entrant", None)
    return [[f"{TREE}{one.reason.because}", who, list(params.values())]]


# where everybody meets everybody


def groups_state(progress: Progress) -> round_robin.State:
    terms = round_robin.Terms(progress.tournament.stage.double, may_draw=True)
    groups = berger.drawn(progress.tournament, progress.of_round(1))
    return round_robin.State(terms, groups, groups_record(progress))


def qualified_players(progress: Progress) -> frozenset[int]:
    """Once the groups are over."""
    return frozenset(tree_order(progress)) if progress.has_tree else qualified(progress)


def groups_record(progress: Progress) -> Record:
    """Players who withdrew when the groups were over have left nothing of them unplayed."""
    gone = (one for one in progress.entrants if (one.left_round or 0) <= progress.group_rounds)
    return recorded([(berger.slot_of(one), one) for one in groups_rows(progress)], gone)


def groups_rows(progress: Progress) -> list[Fixture]:
    """Between two."""
    here = (one for one in progress.fixtures if one.round.number <= progress.group_rounds)
    return [one for one in here if one.away_id is not None]
