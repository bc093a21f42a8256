"""Writes static/svg/faces.svg."""

from pathlib import Path

from .sprite import sprite

Path("static/svg/faces.svg").write_text(sprite(), encoding="utf-8")
