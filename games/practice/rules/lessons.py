"""Lessons: each a deal by its seed, about one printed hint, which the counts confirm there."""

from dataclasses import dataclass
from typing import Final

from games.engine.hand.state import Action, Say
from games.engine.terms import Score

from .hands import READER, ROBOT, Start


@dataclass(frozen=True, slots=True)
class Lesson:
    """`hint`: the printed one it is about. `before`: what the reader has done when it begins."""

    id: str
    hint: str
    start: Start
    before: tuple[Action, ...] = ()


LESSONS: Final = (
    Lesson("three_trumps", "1", Start("lesson three_trumps:259")),
    Lesson("two_trumps", "2b", Start("lesson two_trumps:67")),
    Lesson("one_trump", "3b", Start("lesson one_trump:1223")),
    Lesson("king", "king", Start("lesson king:42")),
    Lesson("throw", "throw", Start("lesson throw:15"), (Say.PROPOSE,)),
    Lesson("lead", "lead", Start("lesson lead:22"), (Say.STAND,)),
    Lesson("guarded", "guarded", Start("lesson guarded:89", READER)),
    Lesson("weak", "r3", Start("lesson weak:360", READER)),
    Lesson("at_four", "one_trump", Start("lesson even:1", ROBOT, Score(3, 4))),
    Lesson("three_four", "three_four", Start("lesson three_four:3", READER, Score(4, 3))),
)
