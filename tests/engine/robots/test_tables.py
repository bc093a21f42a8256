"""The robots' tables: what stands for that which is hardly ever kept, in tables made by hand."""

import pytest

from games.engine.robots.tables import OUTCOMES, CardsKept, Tables, loads

from .tables import TABLES, robot_tables

MOST_BYTES = 2_000_000
ONE_TRUMP, KING = CardsKept(1, False, 0, 0, 0), CardsKept(1, True, 0, 0, 0)


def always(place: int) -> tuple[float, ...]:
    """A row of one outcome."""
    return tuple(float(other == place) for other in range(OUTCOMES))


def tables_of(exchanges: dict[CardsKept, tuple[float, ...]]) -> Tables:
    """Of the elder hand’s exchanges alone."""
    rows = {(True, kept): row for kept, row in exchanges.items()}
    return Tables((), {}, rows, {}, {}, (), {})


def test_what_is_hardly_ever_kept_is_taken_for_all_that_keep_as_many_trumps() -> None:
    """A trump alone makes three tricks, and one with a plain king four: with a queen, either."""
    tables = tables_of({ONE_TRUMP: always(3), ONE_TRUMP._replace(kings=1): always(4)})
    assert tables.exchange(True, ONE_TRUMP) == always(3)
    row = tables.exchange(True, ONE_TRUMP._replace(queens=1))
    assert {place: share for place, share in enumerate(row) if share} == {3: 0.5, 4: 0.5}


def test_where_nothing_keeps_as_many_trumps_fewer_are_taken() -> None:
    """The king of trumps stays among them, as long as there is one."""
    nothing = CardsKept(0, False, 0, 0, 0)
    tables = tables_of({nothing: always(0), ONE_TRUMP: always(3), KING: always(9)})
    assert tables.exchange(True, CardsKept(3, True, 0, 0, 0)) == always(9)
    assert tables.exchange(True, CardsKept(3, False, 0, 0, 0)) == always(3)
    without_king = tables_of({nothing: always(0), ONE_TRUMP: always(3)})
    assert without_king.exchange(True, CardsKept(3, True, 0, 0, 0)) == always(0)


def test_tables_without_any_such_exchange_say_so() -> None:
    with pytest.raises(LookupError):
        tables_of({ONE_TRUMP: always(3)}).exchange(False, ONE_TRUMP)


def test_the_tables_have_their_hash_their_command_and_their_size() -> None:
    text = TABLES.read_text(encoding="utf-8")
    assert len(text) <= MOST_BYTES
    made = robot_tables().made
    assert made["command"].startswith("manage.py ecarte solve --seed ")
    with pytest.raises(ValueError, match="another hash"):
        loads(text.replace("ecarte solve --seed 1", "ecarte solve --seed 2"))
