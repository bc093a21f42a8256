"""Evenings of a club: who came, their tables and phones, and the results that go out by e-mail."""

from .evenings import Attendance, Evening, Phone, Table
from .letters import Letter, LetterFields

__all__ = ["Attendance", "Evening", "Letter", "LetterFields", "Phone", "Table"]
