"""The robots' tables, which `manage.py ecarte solve` writes."""

from functools import cache
from pathlib import Path
from typing import Final

from games.engine.robots.tables import Tables, loads

TABLES: Final = Path(__file__).parents[1] / "robot_tables.json"


@cache
def robot_tables() -> Tables:
    return loads(TABLES.read_text(encoding="utf-8"))
