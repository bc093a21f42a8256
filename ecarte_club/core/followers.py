"""What follows from something in a lower app: apps above name their functions in one list.

`ecarte_club.followers` is that list. A `Change` is sent inside the transaction of the change, and
its followers run in the order of the list, which is the order of locks. A `Question` is asked when
a page or a program reads, and its followers answer in the order in which answers are shown.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string


class Follower(NamedTuple):
    """`path`: the dotted path of a function that takes the facts as keyword arguments."""

    path: str
    reason: str


@cache
def _functions(name: str) -> tuple[Callable[..., Any], ...]:
    followers: Mapping[str, tuple[Follower, ...]] = import_string(settings.FOLLOWERS)
    return tuple(import_string(follower.path) for follower in followers.get(name, ()))


class _Followed:
    def __init__(self, name: str) -> None:
        """`name`: in the list, which is the name of the variable too."""
        self.name = name

    def _answers(self, facts: Mapping[str, object]) -> list[Any]:
        return [follower(**facts) for follower in _functions(self.name)]


class Change(_Followed):
    def send(self, **facts: object) -> list[Any]:
        """The answers of the followers, in order. What one raises ends the transaction."""
        return self._answers(facts)


class Question(_Followed):
    """Named after its answers; nothing is written by one."""

    def ask(self, **facts: object) -> list[Any]:
        return self._answers(facts)
