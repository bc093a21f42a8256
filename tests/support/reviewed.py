"""The hands of a game or a match, as they are reviewed."""

from collections.abc import Iterable, Iterator

from games.engine.hand import apply
from games.engine.hand.state import Action, Cut, Deal, State
from games.engine.robots.review import Hand
from games.engine.transcripts.acts import Done, read
from games.engine.transcripts.model import Transcript
from games.engine.transcripts.replaying import after, begun, live


def hands_of_log(begun_with: State, log: Iterable[Action]) -> Iterator[Hand]:
    """Of a game as the engine played it, from the state it began in."""
    state, dealt_in = begun_with, begun_with
    actions: list[Action] = []
    for action in log:
        if isinstance(action, Deal):
            if actions:
                yield dealt_in, tuple(actions)
            dealt_in, actions = state, []
        if actions or isinstance(action, Deal):
            actions.append(action)
        elif not isinstance(action, Cut):
            dealt_in = state
        state, _ = apply(state, action)
    if actions:
        yield dealt_in, tuple(actions)


def hands_of_transcript(transcript: Transcript) -> Iterator[Hand]:
    """Those that were played to the end; those that the clock ended or the director annulled are
    left out."""
    play, draws = begun(transcript.agreed), live(transcript.draws)
    for line in transcript.lines:
        act = read(line.act)
        before = play
        play = after(play, act, draws)
        if isinstance(act, Done) and len(play.hands) > len(before.hands):
            state, _ = apply(before.state, act.action)
            yield before.before, state.hand_log
