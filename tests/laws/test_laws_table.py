"""docs/rules.md has the table of the laws, their entries and their tests."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from games.engine.rulings.laws import LAWS
from games.laws.management.commands.laws_table import BEGIN, END, laws_table, named_tests, page_with

TESTS = Path(settings.BASE_DIR) / "tests" / "engine"
PAGE = Path(settings.BASE_DIR) / "docs" / "rules.md"


def test_the_table_is_up_to_date() -> None:
    """`manage.py laws_table` writes it anew."""
    page = PAGE.read_text(encoding="utf-8")
    with translation.override("en"):
        assert page_with(page, laws_table(TESTS)) == page


def test_every_law_is_held_by_a_test_of_its_number() -> None:
    assert {number for number, _ in named_tests(TESTS)} == set(LAWS)


def test_one_test_may_bear_several_numbers(tmp_path: Path) -> None:
    names = ("test_law_9_a", "test_laws_15_to_17_b", "test_law_29_and_law_33_c", "test_lawful")
    text = "\n".join(f"def {name}() -> None: ..." for name in names)
    (tmp_path / "test_it.py").write_text(text)
    assert list(named_tests(tmp_path)) == [
        (9, names[0]),
        (15, names[1]),
        (16, names[1]),
        (17, names[1]),
        (29, names[2]),
        (33, names[2]),
    ]


def test_the_table_is_written_between_its_markers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "rules.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    for _ in range(2):
        call_command("laws_table", page=page, tests=TESTS)
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"before\n{BEGIN}\n\n| law |")
        assert text.endswith(f"|\n\n{END}\nafter\n")
        assert "\nold\n" not in text
        assert "| 12 A faced card before the trump | the hand | `faced_card_in_deal` |" in text
    assert "51 laws" in capsys.readouterr().out


def test_a_page_without_markers_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "rules.md"
    page.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("laws_table", page=page, tests=TESTS)
    assert page.read_text(encoding="utf-8") == "nothing\n"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("laws_table", page=tmp_path / "none.md", tests=TESTS)
