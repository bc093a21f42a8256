"""Why a tournament does not take an event or a plan: a value."""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum


class Why(StrEnum):
    """Every code; none is ever renamed."""

    # who plays
    ENTRANTS_TOO_FEW = "entrants_too_few"
    ENTRANTS_TOO_MANY = "entrants_too_many"
    ENTRANT_TWICE = "entrant_twice"
    NOT_ENTERED = "not_entered"
    WITHDRAWN = "withdrawn"
    NOT_WITHDRAWN = "not_withdrawn"
    ALREADY_OUT = "already_out"
    # what is played
    NO_SUCH_FIXTURE = "no_such_fixture"
    NOT_DUE = "not_due"
    ALREADY_BEGUN = "already_begun"
    ALREADY_OVER = "already_over"
    NOT_PLAYING = "not_playing"
    DRAW_IMPOSSIBLE = "draw_impossible"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NEXT_BEGUN = "next_begun"
    ROUND_NOT_OVER = "round_not_over"
    ROUND_BEGUN = "round_begun"
    TOURNAMENT_OVER = "tournament_over"
    NOT_AN_EVENT = "not_an_event"
    # what is planned
    SEED_MISSING = "seed_missing"
    SEEDS_IMPOSSIBLE = "seeds_impossible"
    SIZE_IMPOSSIBLE = "size_impossible"
    GROUPS_TOO_MANY = "groups_too_many"
    GROUPS_IMPOSSIBLE = "groups_impossible"
    TOO_MANY_GO_ON = "too_many_go_on"
    TOO_FEW_GO_ON = "too_few_go_on"
    RANKS_INCOMPLETE = "ranks_incomplete"
    ROUNDS_IMPOSSIBLE = "rounds_impossible"
    ROUNDS_TOO_MANY = "rounds_too_many"
    STAGES_IMPOSSIBLE = "stages_impossible"


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """`params`: the figures that a sentence about it needs, such as `least` and `most`."""

    why: Why
    field: str = ""
    params: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)


class NotTakenError(Exception):
    """Something was asked for that its `refusal` does not let through."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
