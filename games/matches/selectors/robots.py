"""The robots' tables, which `manage.py ecarte solve` writes."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from games.engine.robots.tables import Tables, loads

TABLES: Final = Path(__file__).parents[1] / "robot_tables.json"


@cache
def robot_tables() -> Tables:
    return loads(TABLES.read_text(encoding="utf-8"))


@cache
def tables_version() -> str:
    """What is worked out with these tables is stored under it."""
    return sha256(TABLES.read_bytes()).hexdigest()[:12]
