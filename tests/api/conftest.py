from tests.clubrooms import _afresh, emptied, house, neighbour
from tests.standing import _standing, beside, here

__all__ = ["_afresh", "_standing", "beside", "emptied", "here", "house", "neighbour"]
