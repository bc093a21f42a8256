"""/api/v1/: clubs, their people, and what their committees do."""

from .clubs import club_of, person_of

__all__ = ["club_of", "person_of"]
