"""The seeded faults: each changes one place, and the same number the same place."""

import ast

import pytest

from .faults import faults, mutated

SOURCE = """
@dataclass(frozen=True)
class Game:
    over: bool = False

    def winner(self, score: "Score[1]") -> int:
        if not self.over or score.a + 1 < min(score.b, 5):
            raise ValueError("No winner before 5.")
        return max(score) if score else -1
"""


def test_each_place_of_behaviour_is_changed_once() -> None:
    texts = [fault.text for fault in faults("game", SOURCE)]
    assert set(texts) >= {
        "not self.over or score.a + 1 < min(score.b, 5)"
        "  ->  not self.over and score.a + 1 < min(score.b, 5)",
        "score.a + 1 < min(score.b, 5)  ->  score.a + 1 <= min(score.b, 5)",
        "min(score.b, 5)  ->  max(score.b, 5)",
        "max(score) if score else -1  ->  -1 if score else max(score)",
        "not self.over  ->  self.over",
        "score  ->  not score",
        "False  ->  True",
        "5  ->  6",
    }
    assert not any("frozen" in text or "Score" in text or "winner" in text for text in texts)


def test_every_fault_changes_the_module_and_only_in_its_place() -> None:
    number = len(faults("game", SOURCE))
    sources = {ast.unparse(mutated(SOURCE, at)) for at in range(number)}
    assert len(sources) == number
    assert ast.unparse(ast.parse(SOURCE)) not in sources
    with pytest.raises(ValueError, match="no place"):
        mutated(SOURCE, number)
