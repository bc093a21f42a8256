"""How a fixture stands."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.leagues.models import Fixture


class State(StrEnum):
    """None is ever renamed."""

    TO_PLAY = "to_play"
    IN_PLAY = "in_play"
    PLAYED = "played"
    WALK_OVER = "walk_over"
    BOTH_ABSENT = "both_absent"
    VOID = "void"
    BYE = "bye"


WORDS: Mapping[State, str | Promise] = {
    State.TO_PLAY: _("To play"),
    State.IN_PLAY: _("In play"),
    State.PLAYED: _("Finished"),
    State.WALK_OVER: _("Walkover"),
    State.BOTH_ABSENT: _("Neither came"),
    State.VOID: _("Not played"),
    State.BYE: _("Bye"),
}
_AWARDED: Mapping[str, State] = {
    Fixture.Award.HOME.value: State.WALK_OVER,
    Fixture.Award.AWAY.value: State.WALK_OVER,
    Fixture.Award.BOTH_ABSENT.value: State.BOTH_ABSENT,
    Fixture.Award.VOID.value: State.VOID,
}


def state_of(fixture: Fixture) -> State:
    """`fixture.match` must have been read."""
    if fixture.away_id is None:
        return State.BYE
    if fixture.award:
        return _AWARDED[fixture.award]
    if fixture.match is None:
        return State.TO_PLAY
    return State.PLAYED if fixture.match.over else State.IN_PLAY
