"""What a draw makes: the fields of the fixtures of each round."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Fixture
from scoring.tournaments import labels
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import knockout, plan, pools, round_robin
from scoring.tournaments.rules.groups import Qualifier
from scoring.tournaments.rules.knockout import Part, State
from scoring.tournaments.rules.plan import OPTIONS, Kind, Plan, Stage
from scoring.tournaments.rules.pools import RoundDrawn
from scoring.tournaments.rules.stages import NotTakenError
from scoring.tournaments.rules.swiss.contenders import half_byes
from scoring.tournaments.rules.swiss.drawing import Board, Drawn
from scoring.tournaments.rules.swiss.reasons import Reason
from scoring.tournaments.rules.swiss.refusals import Refusal
from scoring.tournaments.selectors import berger, draws, stage_states
from scoring.tournaments.selectors.draws import Notify, contenders, drawn, is_gone
from scoring.tournaments.selectors.progress import Progress

Award = Fixture.Award
Fields = dict[str, Any]


def drawn_rounds(
    now: Progress, number: int, seed: str, notify: Notify = draws.ignore
) -> Iterator[list[Fields]]:
    """What is drawn at once, round by round; a Swiss calls `notify` with each of its steps."""
    tables = now.tournament.stage.tables
    if now.has_groups and not now.last_published:
        yield from (in_sittings(fields, tables) for fields in _meetings(now, seed))
        return
    is_tree = now.tournament.kind != Kind.SWISS
    fields = _tree(now, seed) if is_tree else _swiss(now, number, seed, notify)
    numbered = [{"number": place, **one} for place, one in enumerate(fields, start=1)]
    yield in_sittings(numbered, tables)


def in_sittings(fields: list[Fields], tables: int) -> list[Fields]:
    """Of one round. With fewer tables than matches: the first sit down at the first sitting, and
    the next at the same tables after them."""
    played = [one for one in fields if one.get("away_id") is not None]
    if not tables or len(played) <= tables:
        return fields
    for place, one in enumerate(played):
        drawn = int(one["table"]) - 1 if one.get("table") else place
        one["sitting"], table = drawn // tables + 1, drawn % tables + 1
        one["table"] = str(table)
    return fields


def _swiss(now: Progress, number: int, seed: str, notify: Notify) -> Iterator[dict[str, Any]]:
    made = drawn(now, number, seed, notify=notify)
    if isinstance(made, Refusal):
        raise _refused(made)
    return _fixtures(now, made, number)


def _tree(now: Progress, seed: str) -> Iterator[dict[str, Any]]:
    """The first round of a knock-out; the others follow."""
    groups: Groups = {}
    if now.tournament.kind == Kind.KNOCKOUT:
        check_plan(now.tournament, len(now.players))
        state = stage_states.tree_begun(now, seed)
    else:
        state, groups = _after_groups(now, seed)
    for one in knockout.fixtures(state):
        if (one.slot.part, one.slot.round) == (Part.MAIN, 1):
            fields = stage_states.fields(one)
            yield fields | {"why": [*fields["why"], *_came(one.entrants, groups)]}


def drawn_pools(now: Progress, seed: str) -> pools.Round:
    """The next round of a pool tournament. Raises: Invalid."""
    check_plan(now.tournament, len(now.players))
    try:
        return pools.apply(now.pool_state, RoundDrawn(seed)).rounds[-1]
    except NotTakenError as fault:
        raise Invalid("cannot_draw", labels.refusal_text(fault.refusal)) from fault


Groups = Mapping[int, Qualifier]


def _after_groups(now: Progress, seed: str) -> tuple[State, Groups]:
    try:
        return stage_states.tree_begun(now, seed), {
            one.entrant: one for one in draws.qualifiers(now)
        }
    except NotTakenError as fault:
        raise Invalid("cannot_draw", labels.refusal_text(fault.refusal)) from fault


def _came(entrants: Sequence[int], groups: Groups) -> Iterator[list[Any]]:
    found = [groups[one] for one in entrants if one in groups]
    for one in found:
        yield [stage_states.CAME, one.entrant, [one.rank, one.group]]
    if len(found) == 2 and found[0].group == found[1].group:
        yield [stage_states.CLASH, None, []]


def _meetings(now: Progress, seed: str) -> Iterator[list[Fields]]:
    found = now.tournament
    check_plan(found, len(now.players))
    drawn_all = round_robin.fixtures(berger.begun(found, now.players, seed))
    in_order = sorted(drawn_all, key=lambda one: (one.slot.round, one.slot))
    for _number, group in groupby(in_order, key=lambda one: one.slot.round):
        yield [
            {"number": berger.number_of(found, one.slot), **stage_states.fields(one)}
            for one in group
        ]


def check_plan(found: Tournament, entrants: int) -> None:
    """Raises: Invalid with the nearest plan that so many can play."""
    refused = plan.refusal(_plan_of(found), entrants)
    if refused is not None:
        nearest = _changes(found, refused.nearest)
        text = labels.refusal_text(refused.refusal)
        if nearest:
            text = f"{text} {labels.nearest(nearest)}"
        raise Invalid("cannot_draw", text, extra={"nearest": nearest})
    number = berger.matches(found, entrants)
    if found.kind in berger.ALL_MEET and number > berger.MATCHES_MOST:
        text = _(
            "With this many players there would be %(number)s matches; at most "
            "%(most)s can be drawn at once."
        )
        raise Invalid("cannot_draw", text % {"number": number, "most": berger.MATCHES_MOST})


def _plan_of(tournament: Tournament) -> Plan:
    stage = tournament.stage
    if stage.kind is not Kind.GROUPS:
        return Plan((stage,))
    tree = Stage(Kind.KNOCKOUT, third_place=stage.third_place, consolation=stage.consolation)
    return Plan((stage, tree))


def _changes(tournament: Tournament, nearest: Plan | None) -> dict[str, Any]:
    """By the names under which they are asked for."""
    if nearest is None:
        return {}
    names = [option.name for option in OPTIONS if option.proposal]
    asked = _plan_of(tournament)
    found = {
        name: getattr(mended, name)
        for stage, mended in zip(asked.stages, nearest.stages, strict=True)
        for name in names
        if getattr(mended, name) != getattr(stage, name)
    }
    return dict(sorted(found.items(), key=lambda one: names.index(one[0])))


def _refused(refusal: Refusal) -> Invalid:
    players = Player.objects.filter(pk__in=refusal.stuck)
    names = {one.pk: one.name for one in players}
    text = labels.refusal(refusal, names)
    extra = {
        "stuck": list(refusal.stuck),
        "remedies": [[str(one) for one in remedy] for remedy in refusal.remedies],
    }
    return Invalid(f"cannot_draw_{refusal.why}", text, extra=extra)


def _fixtures(now: Progress, made: Drawn, number: int) -> Iterator[dict[str, Any]]:
    yield from map(_board, made.boards)
    if made.bye is not None:
        yield {"home_id": made.bye.player, "award": Award.BYE, "why": stored_reasons(made.bye.why)}
    asked = half_byes(contenders(now, number), number)
    for player in asked:
        yield {"home_id": player, "award": Award.HALF_BYE}
    for one in now.entrants:
        if is_gone(one, number):
            yield {"home_id": one.player_id, "award": Award.ABSENT}


def _board(board: Board) -> dict[str, Any]:
    return {
        "home_id": board.first,
        "away_id": board.second,
        "table": str(board.table),
        "why": stored_reasons(board.why),
    }


def stored_reasons(why: Sequence[Reason]) -> list[list[Any]]:
    return [[str(one.code), one.who, list(one.figures)] for one in why]
