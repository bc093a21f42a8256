from tests.arena import arena, unsent
from tests.clubrooms import _afresh, emptied, house, neighbour
from tests.standing import _standing, beside, here

__all__ = [
    "_afresh",
    "_standing",
    "arena",
    "beside",
    "emptied",
    "here",
    "house",
    "neighbour",
    "unsent",
]
