"""What the players may still fix themselves; everything else is a correction.

Law 50: an omitted mark may be added until the trump of the next deal is turned. Law 51: an
overscore may be taken down at any time during the game. Enquire Within, xv: either, before the
next hand is dealt.
"""

from dataclasses import replace

from .codes import Rule, ScoreAmended
from .marks import marks, record_refusal
from .match import counted
from .records import HandRecord
from .refusals import Refusal, RefusalCode
from .seats import Seat
from .states import Line, MatchState
from .terms import HandEntry, Score


def fix_rules(state: MatchState, line: Line, record: HandRecord) -> tuple[Rule, ...]:
    """The rules that putting `record` in the place of `line` rests on; none if no score changes.

    `record` must not be refused by itself.
    """
    was, now = _points(line), _points_of(state, line, record)
    rules = []
    if any(now.of(seat) > was.of(seat) for seat in Seat):
        rules.append(Rule.OMITTED_MARK)
    if any(now.of(seat) < was.of(seat) for seat in Seat):
        rules.append(Rule.OVERSCORE)
    return tuple(rules)


def fix_refusal(
    state: MatchState, line: Line, record: HandRecord, *, trump_turned: bool
) -> Refusal | None:
    """Why the players may not put `record` in the place of `line`, a line of `state`.

    `trump_turned`: whether the trump of the deal after the last hand is turned, or, where scores
    may be amended until the next deal only, whether that hand is dealt.
    """
    code = state.terms.code
    record = replace(record, dealer=record.dealer or line.dealer)
    refused = record_refusal(code, record)
    if refused is not None:
        return refused
    rules = fix_rules(state, line, record)
    if not rules:
        law = code.source(Rule.OMITTED_MARK, Rule.OVERSCORE)
        return Refusal(RefusalCode.NOTHING_TO_MEND, law, "marks")
    is_past = trump_turned or line is not state.lines[-1]
    until_next_deal = code.score_amended.value is ScoreAmended.NEXT_DEAL
    overscore_past = is_past if until_next_deal else not _in_play(state, line)
    if Rule.OVERSCORE in rules and overscore_past:
        return code.refusal(RefusalCode.OVERSCORE_TOO_LATE, Rule.OVERSCORE, "marks")
    if Rule.OMITTED_MARK in rules and is_past:
        return code.refusal(RefusalCode.OMISSION_TOO_LATE, Rule.OMITTED_MARK, "marks")
    return None


def _in_play(state: MatchState, line: Line) -> bool:
    """Whether the game of the line is still being played."""
    is_now = isinstance(line.entry, HandEntry) and line.entry.game == state.game
    return is_now and not state.over


def _points(line: Line) -> Score:
    made = {seat: sum(mark.points for mark in line.marks if mark.seat is seat) for seat in Seat}
    return Score(made[Seat.A], made[Seat.B])


def _points_of(state: MatchState, line: Line, record: HandRecord) -> Score:
    """What the record would have counted where the line stands."""
    made = _points(line)
    before = Score(line.score_after.a - made.a, line.score_after.b - made.b)
    _marks, after = counted(before, marks(state.terms.code, record))
    return Score(after.a - before.a, after.b - before.b)
